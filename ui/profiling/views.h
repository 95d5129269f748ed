// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <functional>

class QAction;
class QDialog;
class QWidget;

/// What the profiler's window is made of. Each part follows the document and its one selection.
namespace tilescribe::ui {

class ProfileDocument;

/// What the profile is about, how it was measured, and what measuring cost.
QWidget* make_profile_header(ProfileDocument& document, QWidget* parent);

/// The selection in words: a chip for each condition, removed by a click, and one button that clears all.
QWidget* make_selection_bar(ProfileDocument& document, QWidget* parent);

/// The profile in words: where the time went, how much of it was idle, and what could be gained.
/// `show_details`: the user wants to see in detail what is selected.
QWidget* make_overview_page(ProfileDocument& document, std::function<void()> show_details, QWidget* parent);

/// Compares the profile with a saved one, which counts as the run before and is chosen by `choose_run`. It
/// shows the rows within the selection, and marks those that the selection chooses, as the kernel table does.
QWidget* make_comparison_page(ProfileDocument& document, const std::function<void()>& choose_run,
                              QWidget* parent);

/// The kernel table with its grouping and its search. It shows all rows that fit the selection, except for
/// the choice among its own rows: those are only marked, so that another one can be chosen.
QWidget* make_kernel_table(ProfileDocument& document, QWidget* parent);

/// The own times of the chosen kernel as a histogram over logarithmic time, with the median and the 95th
/// percentile.
QWidget* make_duration_chart(ProfileDocument& document, QWidget* parent);

/// The window's keys, and what the mouse does in its charts. `everywhere`: actions whose keys work in all of
/// them. Stays beside the window, which remains usable.
QDialog* make_keys_dialog(const QList<QAction*>& everywhere, QWidget* parent);

}  // namespace tilescribe::ui
