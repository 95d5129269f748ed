// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QDataStream>
#include <QIODevice>
#include <cstddef>
#include <vector>

/// Databases whose pages name one another, which SQLite would never write (its file format, section 1.6).
namespace tilescribe::test {

constexpr quint8 interior_kind = 5, leaf_kind = 13;

/// A page of a table's tree. An interior one has a last child besides its cells.
inline QByteArray tree_page(qsizetype bytes, quint8 kind, const std::vector<QByteArray>& cells,
                            int last_child = 0) {
  qsizetype first_cell = bytes;
  for (const QByteArray& cell : cells) first_cell -= cell.size();
  QByteArray page;
  QDataStream out(&page, QIODevice::WriteOnly);  // most significant byte first
  out << kind << quint16{0} << static_cast<quint16>(cells.size()) << static_cast<quint16>(first_cell)
      << quint8{0};
  if (kind == interior_kind) out << static_cast<quint32>(last_child);
  qsizetype at = first_cell;
  for (const QByteArray& cell : cells) {
    out << static_cast<quint16>(at);
    at += cell.size();
  }
  page.resize(first_cell, 0);
  for (const QByteArray& cell : cells) page += cell;
  return page;
}

inline QByteArray interior_page(qsizetype bytes, const std::vector<int>& children) {
  std::vector<QByteArray> cells;
  for (std::size_t i = 0; i + 1 < children.size(); ++i) {
    QDataStream out(&cells.emplace_back(), QIODevice::WriteOnly);
    out << static_cast<quint32>(children[i]) << quint8{1};
  }
  return tree_page(bytes, interior_kind, cells, children.back());
}

/// A leaf of the table of tables that names the index of table x, whose root is this page, sixty times.
inline QByteArray index_page(qsizetype bytes, int root) {
  QByteArray row = QByteArray::fromHex("0617350f0200") + "indexsqlite_autoindex_x_1x";
  row += static_cast<char>(root >> 8);
  row += static_cast<char>(root);
  const QByteArray cell = QByteArray(1, static_cast<char>(row.size())) + '\x01' + row;
  return tree_page(bytes, leaf_kind, std::vector<QByteArray>(60, cell));
}

/// The pages of a database, which are numbered from 1 on.
class Pages {
 public:
  explicit Pages(const QByteArray& bytes) : bytes_(bytes) { QDataStream(bytes.mid(16, 2)) >> size_; }

  qsizetype size() const { return size_; }
  QByteArray page(int number) const { return bytes_.mid((number - 1) * size_, size_); }
  void replace(int number, const QByteArray& page) { bytes_.replace((number - 1) * size_, size_, page); }
  int add(const QByteArray& page) {
    bytes_ += page;
    return static_cast<int>(bytes_.size() / size_);
  }
  /// Adds levels of pages, each of which names the one below a hundred times. Returns the highest.
  int add_shared(const QByteArray& lowest) {
    constexpr int levels = 6, children = 100;
    int number = add(lowest);
    for (int level = 0; level < levels; ++level)
      number = add(interior_page(size_, std::vector<int>(children, number)));
    return number;
  }

  /// The first page has the file's header before its tree's; the cells of both stay where they are.
  void replace_first(const QByteArray& page) {
    replace(1, bytes_.left(header_bytes) + page.left(header_bytes) + page.mid(2 * header_bytes));
  }
  QByteArray first_page_elsewhere() const {
    return page(1).mid(header_bytes, header_bytes) + page(1).mid(header_bytes);
  }

  QByteArray bytes() const {
    QByteArray count;
    QDataStream(&count, QIODevice::WriteOnly) << static_cast<quint32>(bytes_.size() / size_);
    return QByteArray(bytes_).replace(28, 4, count);
  }

 private:
  static constexpr qsizetype header_bytes = 100;
  QByteArray bytes_;
  quint16 size_ = 0;
};

}  // namespace tilescribe::test
