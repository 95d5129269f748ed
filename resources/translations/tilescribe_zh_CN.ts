<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ApplyButtons</name>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>ClearButton</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>CollectTexts</name>
    <message>
        <source>Expected audio or video files in the folder, found none: %1.</source>
        <translation>文件夹中应有音频或视频文件，但没有找到：%1。</translation>
    </message>
    <message>
        <source>Expected a file on this computer, found an address: %1.</source>
        <translation>需要本机上的文件，但收到的是网址：%1。</translation>
    </message>
</context>
<context>
    <name>CommandLineTexts</name>
    <message>
        <source>Expected a whole number of at least %1 after --%2, found &apos;%3&apos;.</source>
        <translation>--%2 之后应为不小于 %1 的整数，但收到“%3”。</translation>
    </message>
    <message>
        <source>Expected %1 after --%2, found &apos;%3&apos;.</source>
        <translation>--%2 之后应为 %1，但收到“%3”。</translation>
    </message>
    <message>
        <source>Expected WIDTHxHEIGHT after --size, found &apos;%1&apos;.</source>
        <translation>--size 之后应为“宽x高”，但收到“%1”。</translation>
    </message>
    <message>
        <source>Speech to text on your own machine.</source>
        <translation>在您自己的电脑上将语音转为文字。</translation>
    </message>
    <message>
        <source>Audio or video files, or folders of them.</source>
        <translation>音频或视频文件，或包含它们的文件夹。</translation>
    </message>
    <message>
        <source>Checkpoint folder; without it, the bundled demo model.</source>
        <translation>检查点文件夹；不指定时使用自带的演示模型。</translation>
    </message>
    <message>
        <source>Which NVIDIA GPU, from 0.</source>
        <translation>使用哪块 NVIDIA GPU，从 0 开始计数。</translation>
    </message>
    <message>
        <source>Most of its memory to take; 0: what is free.</source>
        <translation>最多占用多少显存；0：全部空闲显存。</translation>
    </message>
    <message>
        <source>CPU threads, at most one per core; 0: all cores.</source>
        <translation>CPU 线程数，每个核心最多一个；0：所有核心。</translation>
    </message>
    <message>
        <source>Transcribe the bundled recording.</source>
        <translation>转写自带的录音。</translation>
    </message>
    <message>
        <source>system, light or dark, for this run.</source>
        <translation>system、light 或 dark，仅用于本次运行。</translation>
    </message>
    <message>
        <source>Size of the window, for this run.</source>
        <translation>窗口大小，仅用于本次运行。</translation>
    </message>
    <message>
        <source>Write a picture of the window when all files are done, and quit. Settings and kept transcripts are left alone.</source>
        <translation>所有文件完成后保存窗口截图并退出。设置和保存的文稿不受影响。</translation>
    </message>
    <message>
        <source>Take the picture after so many milliseconds instead.</source>
        <translation>改为在指定的毫秒数之后截图。</translation>
    </message>
</context>
<context>
    <name>DesktopTexts</name>
    <message>
        <source>This desktop does not allow programs to type into other windows. It works on X11.</source>
        <translation>此桌面不允许程序向其他窗口输入文字。在 X11 上可以。</translation>
    </message>
    <message>
        <source>This desktop does not allow programs a shortcut in other windows.</source>
        <translation>此桌面不允许程序在其他窗口中使用快捷键。</translation>
    </message>
    <message>
        <source>Start or stop a recording</source>
        <translation>开始或停止录音</translation>
    </message>
    <message>
        <source>The desktop does not let %1 start a recording from other windows.</source>
        <translation>桌面不允许用 %1 在其他窗口中开始录音。</translation>
    </message>
    <message>
        <source>The connection to the X server was lost.</source>
        <translation>与 X 服务器的连接已断开。</translation>
    </message>
    <message>
        <source>%1 can&apos;t be a shortcut in other windows.</source>
        <translation>%1 不能用作其他窗口中的快捷键。</translation>
    </message>
    <message>
        <source>%1 already belongs to another program. Choose other keys for recording.</source>
        <translation>%1 已被其他程序占用。请为录音选择其他按键。</translation>
    </message>
    <message>
        <source>This X server does not let programs type: it has no XTEST extension.</source>
        <translation>此 X 服务器不允许程序输入文字：它没有 XTEST 扩展。</translation>
    </message>
    <message>
        <source>Tilescribe was built without the system&apos;s keyring.</source>
        <translation>此 Tilescribe 在构建时没有包含系统密钥环。</translation>
    </message>
    <message>
        <source>The system&apos;s keyring could not be used (%1).</source>
        <translation>无法使用系统密钥环（%1）。</translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>Drop to transcribe</source>
        <translation>松开即可转写</translation>
    </message>
</context>
<context>
    <name>FormatTexts</name>
    <message>
        <source>−%1 min</source>
        <translation>−%1 分钟</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 to %2 %3</source>
        <translation>%1 至 %2 %3</translation>
    </message>
    <message>
        <source>Audio and video (%1);;All files (*)</source>
        <translation>音频和视频 (%1);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>this CPU has no AVX512-BF16.</source>
        <translation>此 CPU 没有 AVX512-BF16。</translation>
    </message>
    <message>
        <source>oneDNN is not available: {1}</source>
        <translation>oneDNN 不可用：{1}</translation>
    </message>
    <message>
        <source>Computing in bf16 needs a CPU with AVX512-BF16 and oneDNN, and {1}</source>
        <translation>以 bf16 运算需要带 AVX512-BF16 的 CPU 和 oneDNN，而{1}</translation>
    </message>
    <message>
        <source>Multiplies on AMX&apos;s tiles, for bf16 on a CPU that has them.</source>
        <translation>使用 AMX 的矩阵块做乘法，适用于支持它的 CPU 上的 bf16。</translation>
    </message>
    <message>
        <source>Multiplies with oneDNN, which is faster than Highway where it is installed.</source>
        <translation>使用 oneDNN 做乘法，在已安装的机器上比 Highway 更快。</translation>
    </message>
    <message>
        <source>Uses the vector instructions of the CPU at hand, through Highway.</source>
        <translation>通过 Highway 使用当前 CPU 的向量指令。</translation>
    </message>
    <message>
        <source>For weights in int8, which it reads from memory as they are and widens in the cache.</source>
        <translation>用于 int8 权重：按原样从内存读取，在缓存中展开。</translation>
    </message>
    <message>
        <source>for oneDNN&apos;s matrix products</source>
        <translation>用于 oneDNN 的矩阵乘法</translation>
    </message>
    <message>
        <source>oneDNN failed in a matrix product.</source>
        <translation>oneDNN 在矩阵乘法中失败。</translation>
    </message>
    <message>
        <source>libtilescribe_onednn.so belongs to another version of this program.</source>
        <translation>libtilescribe_onednn.so 属于本程序的另一个版本。</translation>
    </message>
    <message>
        <source>{1} has no blocked float32 kernels for this CPU (they need AVX-512).</source>
        <translation>{1} 没有适用于此 CPU 的分块 float32 内核（需要 AVX-512）。</translation>
    </message>
    <message>
        <source>Memory is filled with random f32 or bf16 values, not with {1}.</source>
        <translation>内存用随机的 f32 或 bf16 值填充，而不是 {1}。</translation>
    </message>
    <message>
        <source>cuBLAS failed {1}.</source>
        <translation>cuBLAS 失败：{1}。</translation>
    </message>
    <message>
        <source>while starting</source>
        <translation>启动时</translation>
    </message>
    <message>
        <source>at a product</source>
        <translation>执行乘法时</translation>
    </message>
    <message>
        <source>cuBLAS (libcublas.so.13 or .12) was not found among the system&apos;s libraries.</source>
        <translation>在系统库中没有找到 cuBLAS（libcublas.so.13 或 .12）。</translation>
    </message>
    <message>
        <source>The cuBLAS that was found lacks a function that is needed.</source>
        <translation>找到的 cuBLAS 缺少所需的函数。</translation>
    </message>
    <message>
        <source>This program was built without cuBLAS&apos;s headers.</source>
        <translation>本程序构建时没有 cuBLAS 的头文件。</translation>
    </message>
    <message>
        <source>cuBLASLt failed {1}.</source>
        <translation>cuBLASLt 失败：{1}。</translation>
    </message>
    <message>
        <source>cuBLASLt (libcublasLt.so.13 or .12) was not found among the system&apos;s libraries.</source>
        <translation>在系统库中没有找到 cuBLASLt（libcublasLt.so.13 或 .12）。</translation>
    </message>
    <message>
        <source>The cuBLASLt that was found has no {1}.</source>
        <translation>找到的 cuBLASLt 没有 {1}。</translation>
    </message>
    <message>
        <source>while reserving 32 MiB of workspace for cuBLASLt</source>
        <translation>为 cuBLASLt 预留 32 MiB 工作区时</translation>
    </message>
    <message>
        <source>cuBLASLt proposes {1} algorithms here; number {2} was asked for.</source>
        <translation>cuBLASLt 在此提供 {1} 种算法，但要求的是第 {2} 种。</translation>
    </message>
    <message>
        <source>while taking a bias</source>
        <translation>获取偏置时</translation>
    </message>
    <message>
        <source>while starting a product</source>
        <translation>启动乘法时</translation>
    </message>
    <message>
        <source>while describing a matrix</source>
        <translation>描述矩阵时</translation>
    </message>
    <message>
        <source>while describing a batch</source>
        <translation>描述批次时</translation>
    </message>
    <message>
        <source>while describing a product</source>
        <translation>描述乘法时</translation>
    </message>
    <message>
        <source>while describing a bias</source>
        <translation>描述偏置时</translation>
    </message>
    <message>
        <source>while asking for algorithms</source>
        <translation>查询算法时</translation>
    </message>
    <message>
        <source>This program was built without NVIDIA&apos;s header cublasLt.h.</source>
        <translation>本程序构建时没有 NVIDIA 的头文件 cublasLt.h。</translation>
    </message>
    <message>
        <source>The engine {1} can&apos;t run: {2}</source>
        <translation>引擎 {1} 无法运行：{2}</translation>
    </message>
    <message>
        <source>GPU {1} was asked for, but this machine has {2}, counted from 0.</source>
        <translation>要求使用 GPU {1}，但这台机器有 {2} 块（从 0 开始计数）。</translation>
    </message>
    <message>
        <source>The GPU {1} can&apos;t be used: {2}</source>
        <translation>GPU {1} 无法使用：{2}</translation>
    </message>
    <message>
        <source>Kernels can be forced to those of sm_80, which run on every GPU, not to those of sm_{1}.</source>
        <translation>可以强制使用 sm_80 的内核（可在任何 GPU 上运行），但不能强制使用 sm_{1} 的内核。</translation>
    </message>
    <message>
        <source>The engine cuda runs its own linear layers; for cuBLAS take cuda-baseline.</source>
        <translation>引擎 cuda 使用自己的线性层；如需 cuBLAS，请使用 cuda-baseline。</translation>
    </message>
    <message>
        <source>cuBLAS can&apos;t run the linear layers: {1}</source>
        <translation>cuBLAS 无法运行线性层：{1}</translation>
    </message>
    <message>
        <source>while pinning memory of the host</source>
        <translation>锁定主机内存时</translation>
    </message>
    <message>
        <source>while copying a tensor from it</source>
        <translation>从中复制张量时</translation>
    </message>
    <message>
        <source>while clearing a tensor</source>
        <translation>清零张量时</translation>
    </message>
    <message>
        <source>while working</source>
        <translation>工作时</translation>
    </message>
    <message>
        <source>while filling a table</source>
        <translation>填充表时</translation>
    </message>
    <message>
        <source>It does not answer: {1}.</source>
        <translation>它没有响应：{1}。</translation>
    </message>
    <message>
        <source>It has compute capability {1}.{2}, but this build holds kernels for {3} only.</source>
        <translation>其计算能力为 {1}.{2}，但此版本仅包含适用于 {3} 的内核。</translation>
    </message>
    <message>
        <source>when asked for the runtime&apos;s version</source>
        <translation>查询运行时版本时</translation>
    </message>
    <message>
        <source>when asked for the driver&apos;s version</source>
        <translation>查询驱动程序版本时</translation>
    </message>
    <message>
        <source>No NVIDIA driver was found on this machine.</source>
        <translation>这台机器上没有找到 NVIDIA 驱动程序。</translation>
    </message>
    <message>
        <source>The NVIDIA driver takes CUDA up to {1}, but this build needs {2}.</source>
        <translation>NVIDIA 驱动程序支持到 CUDA {1}，但此版本需要 {2}。</translation>
    </message>
    <message>
        <source>An NVIDIA driver is installed, but it finds no GPU.</source>
        <translation>已安装 NVIDIA 驱动程序，但它没有找到 GPU。</translation>
    </message>
    <message>
        <source>The NVIDIA driver can&apos;t be used: {1}.</source>
        <translation>NVIDIA 驱动程序无法使用：{1}。</translation>
    </message>
    <message>
        <source>while beginning to record a step</source>
        <translation>开始录制步骤时</translation>
    </message>
    <message>
        <source>while recording a step</source>
        <translation>录制步骤时</translation>
    </message>
    <message>
        <source>while making a graph of a step</source>
        <translation>生成步骤的图时</translation>
    </message>
    <message>
        <source>while starting a recorded step</source>
        <translation>启动已录制的步骤时</translation>
    </message>
    <message>
        <source>libtilescribe_cuda.so has no function tilescribe_cuda_entry.</source>
        <translation>libtilescribe_cuda.so 没有函数 tilescribe_cuda_entry。</translation>
    </message>
    <message>
        <source>libtilescribe_cuda.so is of another build: its interface is version {1}, but this program needs {2}.</source>
        <translation>libtilescribe_cuda.so 来自另一次构建：其接口版本为 {1}，但本程序需要 {2}。</translation>
    </message>
    <message>
        <source>No GPU can be used: {1}</source>
        <translation>没有可用的 GPU：{1}</translation>
    </message>
    <message>
        <source>while making an event</source>
        <translation>创建事件时</translation>
    </message>
    <message>
        <source>while timing</source>
        <translation>计时时</translation>
    </message>
    <message>
        <source>while copying within its memory</source>
        <translation>在其内存中复制时</translation>
    </message>
    <message>
        <source>For many rows, in tiles by wgmma and TMA; on H100 and H200.</source>
        <translation>用于多行：以 wgmma 和 TMA 分块计算；适用于 H100 和 H200。</translation>
    </message>
    <message>
        <source>For many rows, in tiles by mma.sync and cp.async; on every GPU from Ampere on.</source>
        <translation>用于多行：以 mma.sync 和 cp.async 分块计算；适用于 Ampere 及之后的所有 GPU。</translation>
    </message>
    <message>
        <source>For up to 64 rows of a decode step: reads each weight once, with the same bits in any batch; on every GPU.</source>
        <translation>用于解码步骤中的至多 64 行：每个权重只读取一次，任何批次中结果逐位相同；适用于所有 GPU。</translation>
    </message>
    <message>
        <source>CUPTI ({1}) was not found among the system&apos;s libraries, in the CUDA toolkit or among Python&apos;s packages.</source>
        <translation>在系统库、CUDA 工具包和 Python 软件包中都没有找到 CUPTI（{1}）。</translation>
    </message>
    <message>
        <source>{1} has no function {2}.</source>
        <translation>{1} 没有函数 {2}。</translation>
    </message>
    <message>
        <source>Another tool (Nsight, cuda-gdb, compute-sanitizer) already watches this process by CUPTI.</source>
        <translation>另一个工具（Nsight、cuda-gdb、compute-sanitizer）已在通过 CUPTI 监视此进程。</translation>
    </message>
    <message>
        <source>The driver lets only administrators measure by CUPTI on this machine.</source>
        <translation>这台机器上的驱动程序只允许管理员使用 CUPTI 测量。</translation>
    </message>
    <message>
        <source>CUPTI reported &quot;{1}&quot; {2}.</source>
        <translation>CUPTI 在{2}报告“{1}”。</translation>
    </message>
    <message>
        <source>CUPTI measures another engine of this process.</source>
        <translation>CUPTI 正在测量此进程的另一个引擎。</translation>
    </message>
    <message>
        <source>CUPTI could not be used when it was first asked for.</source>
        <translation>首次请求时 CUPTI 无法使用。</translation>
    </message>
    <message>
        <source>while subscribing to it</source>
        <translation>订阅时</translation>
    </message>
    <message>
        <source>while giving it buffers</source>
        <translation>向其提供缓冲区时</translation>
    </message>
    <message>
        <source>when asked for its time</source>
        <translation>查询其时间时</translation>
    </message>
    <message>
        <source>while measuring began</source>
        <translation>测量开始时</translation>
    </message>
    <message>
        <source>while giving its last records</source>
        <translation>交出最后的记录时</translation>
    </message>
    <message>
        <source>while giving its records</source>
        <translation>交出记录时</translation>
    </message>
    <message>
        <source>while choosing what it tells</source>
        <translation>选择其报告内容时</translation>
    </message>
    <message>
        <source>The plugin for CUDA was built without CUPTI&apos;s headers.</source>
        <translation>CUDA 插件构建时没有 CUPTI 的头文件。</translation>
    </message>
    <message>
        <source>when asked for its free memory</source>
        <translation>查询其可用内存时</translation>
    </message>
    <message>
        <source>while allocating {1}</source>
        <translation>分配 {1} 时</translation>
    </message>
    <message>
        <source>GPU {1} would need another {2} of memory, but {3}.</source>
        <translation>GPU {1} 还需要 {2} 内存，但{3}。</translation>
    </message>
    <message>
        <source>of the {1} that the program may take there {2} are in use and {3} are left in one piece</source>
        <translation>程序可用的 {1} 中，已使用 {2}，剩余的连续空间为 {3}</translation>
    </message>
    <message>
        <source>{1} of its {2} are free</source>
        <translation>其 {2} 中空闲 {1}</translation>
    </message>
    <message>
        <source>while giving memory back</source>
        <translation>归还内存时</translation>
    </message>
    <message>
        <source>while pinning a buffer for copies</source>
        <translation>为复制锁定缓冲区时</translation>
    </message>
    <message>
        <source>while copying to it</source>
        <translation>向其复制时</translation>
    </message>
    <message>
        <source>A weight used as {1} needs {2}, but has {3}.</source>
        <translation>用作 {1} 的权重需要{2}，但它是{3}。</translation>
    </message>
    <message>
        <source>values of type f32, f16 or bf16</source>
        <translation>f32、f16 或 bf16 类型的值</translation>
    </message>
    <message numerus="yes">
        <source>at least {1} part(s)</source>
        <translation>
            <numerusform>至少 {1} 个部分</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>exactly {1} part(s)</source>
        <translation>
            <numerusform>恰好 {1} 个部分</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{1} dimension(s), none empty</source>
        <translation>
            <numerusform>{1} 个维度，均不为空</numerusform>
        </translation>
    </message>
    <message>
        <source>parts with {1} columns</source>
        <translation>每个部分有 {1} 列</translation>
    </message>
    <message>
        <source>one of shape {1}</source>
        <translation>形状为 {1}</translation>
    </message>
    <message>
        <source>a gate and an up matrix of one shape, {1}</source>
        <translation>形状相同的门控矩阵和升维矩阵，{1}</translation>
    </message>
    <message>
        <source>an up matrix of shape {1}</source>
        <translation>形状为 {1} 的升维矩阵</translation>
    </message>
    <message>
        <source>no bias</source>
        <translation>没有偏置</translation>
    </message>
    <message>
        <source>a bias of shape {1}</source>
        <translation>形状为 {1} 的偏置</translation>
    </message>
    <message>
        <source>No variant of {1} on {2} takes {3}.</source>
        <translation>{2} 上的 {1} 没有任何变体可处理 {3}。</translation>
    </message>
    <message>
        <source>No variant of {1} on {2} takes {3} under the forced name {4}.</source>
        <translation>{2} 上的 {1} 没有任何变体可在强制名称 {4} 下处理 {3}。</translation>
    </message>
    <message>
        <source>There is no op named {1} on {2}, so no variant can be forced.</source>
        <translation>{2} 上没有名为 {1} 的算子，因此无法强制使用变体。</translation>
    </message>
    <message>
        <source>The op {1} on {2} has the variants {3}, but {4} was to be forced.</source>
        <translation>{2} 上的算子 {1} 有变体 {3}，但要求强制使用 {4}。</translation>
    </message>
    <message>
        <source>(none)</source>
        <translation>（无）</translation>
    </message>
    <message>
        <source>Runs smaller ops one after another, where no fused kernel takes the problem.</source>
        <translation>依次运行较小的算子，用于没有融合内核可处理的情况。</translation>
    </message>
    <message>
        <source>{1} has {2} values, but the reference&apos;s has {3}.</source>
        <translation>{1} 有 {2} 个值，但参考结果有 {3} 个。</translation>
    </message>
    <message>
        <source>{1} at index {2} was written, but must not be.</source>
        <translation>{1} 在索引 {2} 处被写入，但不允许写入。</translation>
    </message>
    <message>
        <source>{1} at index {2} was not written, or is not finite.</source>
        <translation>{1} 在索引 {2} 处没有写入，或不是有限值。</translation>
    </message>
    <message>
        <source>{1} at index {2} is {3}, but must be {4}.</source>
        <translation>{1} 在索引 {2} 处为 {3}，但必须为 {4}。</translation>
    </message>
    <message>
        <source>{1} was not written by the reference.</source>
        <translation>参考实现没有写入 {1}。</translation>
    </message>
    <message>
        <source>Output {1} of {2}</source>
        <translation>{2} 的输出 {1}</translation>
    </message>
    <message>
        <source>There is not enough memory: another {1} MiB were needed.</source>
        <translation>内存不足：还需要 {1} MiB。</translation>
    </message>
    <message>
        <source>There is not enough memory: another {1} MiB were needed {2}.</source>
        <translation>内存不足：{2}，还需要 {1} MiB。</translation>
    </message>
    <message>
        <source>{1} could not be opened: {2}.</source>
        <translation>无法打开 {1}：{2}。</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>未说明原因</translation>
    </message>
    <message>
        <source>{1} is not installed beside this program.</source>
        <translation>{1} 没有与本程序一起安装。</translation>
    </message>
    <message>
        <source>A decode step is good for positions below {1}, but row {2} stands at {3}.</source>
        <translation>解码步骤只适用于小于 {1} 的位置，但第 {2} 行位于 {3}。</translation>
    </message>
    <message>
        <source>The system started {1} of {2} CPU threads: fewer may be asked for, or there is not enough memory.</source>
        <translation>系统只启动了 {2} 个 CPU 线程中的 {1} 个：可以减少线程数，或者内存不足。</translation>
    </message>
    <message>
        <source>while starting the kernel {1}</source>
        <translation>启动内核 {1} 时</translation>
    </message>
    <message>
        <source>The kernel {1} reads what earlier kernels wrote before it waits, but its predecessor {2} lets it begin while kernels before that still run.</source>
        <translation>内核 {1} 在等待之前会读取之前内核写入的内容，但其前一个内核 {2} 允许它在更早的内核仍在运行时开始。</translation>
    </message>
    <message>
        <source>The GPU reported &quot;{1}&quot; {2}.</source>
        <translation>GPU 在{2}报告“{1}”。</translation>
    </message>
    <message>
        <source>while asking a GPU for its sizes</source>
        <translation>查询 GPU 的规格时</translation>
    </message>
    <message>
        <source>when GPU {1} was chosen</source>
        <translation>选择 GPU {1} 时</translation>
    </message>
    <message>
        <source>while making a stream</source>
        <translation>创建流时</translation>
    </message>
    <message>
        <source>while finishing what it was given</source>
        <translation>完成交给它的任务时</translation>
    </message>
    <message>
        <source>while looking for cuTensorMapEncodeTiled</source>
        <translation>查找 cuTensorMapEncodeTiled 时</translation>
    </message>
    <message>
        <source>The NVIDIA driver has no cuTensorMapEncodeTiled: a driver of CUDA 12 or later is needed.</source>
        <translation>NVIDIA 驱动程序没有 cuTensorMapEncodeTiled：需要 CUDA 12 或更新的驱动程序。</translation>
    </message>
    <message>
        <source>The NVIDIA driver refused to describe a tensor of {1} × {2} × {3} with strides of {4} and {5} bytes.</source>
        <translation>NVIDIA 驱动程序拒绝描述 {1} × {2} × {3}、步长为 {4} 和 {5} 字节的张量。</translation>
    </message>
    <message>
        <source>Picks a decode step&apos;s tokens and ends the step in one kernel; on every GPU.</source>
        <translation>在一个内核中选出解码步骤的词元并结束该步骤；适用于所有 GPU。</translation>
    </message>
    <message>
        <source>The end of a decode step takes 1 to 64 rows of a multiple of 4 logits, not {1} of {2}.</source>
        <translation>解码步骤的末尾处理 1 至 64 行、4 的倍数个 logits，而不是 {1} 行、{2} 个。</translation>
    </message>
    <message>
        <source>For a decode step on the CPU: keys and values are read once for all heads that share them.</source>
        <translation>用于 CPU 上的解码步骤：共享键和值的所有头只读取一次。</translation>
    </message>
    <message>
        <source>For many rows on a CPU with AMX: blocks of scores and sums stay in the cache, on its tiles.</source>
        <translation>用于带 AMX 的 CPU 上的多行：分数块与和保留在缓存中，在其矩阵块上计算。</translation>
    </message>
    <message>
        <source>For many rows on a CPU with AVX512-BF16: blocks of scores and sums stay in the cache.</source>
        <translation>用于带 AVX512-BF16 的 CPU 上的多行：分数块与和保留在缓存中。</translation>
    </message>
    <message>
        <source>For many rows on any CPU: blocks of scores and sums stay in the cache.</source>
        <translation>用于任意 CPU 上的多行：分数块与和保留在缓存中。</translation>
    </message>
    <message>
        <source>For a decode step: each row&apos;s keys are split among blocks; on every GPU.</source>
        <translation>用于解码步骤：每行的键分给多个线程块；适用于所有 GPU。</translation>
    </message>
    <message>
        <source>All heads in one kernel of the tile layer, without a matrix of scores; on every GPU.</source>
        <translation>用分块层的一个内核处理所有头，不生成分数矩阵；适用于所有 GPU。</translation>
    </message>
    <message>
        <source>Attention of a decode step takes heads of 32, 64 or 128 values, at most 8 per key/value head, and as many keys as the cache has room for, not {1} of {2} values on {3} and {4} of {5} keys ({6}).</source>
        <translation>解码步骤的注意力支持每头 32、64 或 128 个值，每个键/值头至多 8 个头，键数不超过缓存容量，而不是 {3} 和 {4} 头上的 {1} × {2} 个值、{5} 个键（{6}）。</translation>
    </message>
    <message>
        <source>Attention expects sequences within a cache of {1} slots of {2} positions, but found slot {3} with {4} keys.</source>
        <translation>注意力要求序列位于 {1} 个槽位、{2} 个位置的缓存内，但发现槽位 {3} 有 {4} 个键。</translation>
    </message>
    <message>
        <source>Flash attention takes heads of 32, 64 or 128 values, but found {1}.</source>
        <translation>Flash attention 支持每头 32、64 或 128 个值，但发现 {1}。</translation>
    </message>
    <message>
        <source>Flash attention on Hopper takes heads of 64 or 128 values, but found {1}.</source>
        <translation>Hopper 上的 Flash attention 支持每头 64 或 128 个值，但发现 {1}。</translation>
    </message>
    <message>
        <source>A convolution of f32 activations gives f32, but bf16 was asked for.</source>
        <translation>f32 激活值的卷积输出 f32，但要求的是 bf16。</translation>
    </message>
    <message>
        <source>Audio for the rows {1} to {2} of a prompt was given, but it has {3}.</source>
        <translation>为提示词的第 {1} 至 {2} 行提供了音频，但它只有 {3} 行。</translation>
    </message>
    <message>
        <source>Token {1} lies outside the embedding table of {2} rows.</source>
        <translation>词元 {1} 超出了 {2} 行的嵌入表。</translation>
    </message>
    <message>
        <source>A block per row, which may begin while the kernel before it ends; on every GPU.</source>
        <translation>每行一个线程块，可在前一个内核结束时开始；适用于所有 GPU。</translation>
    </message>
    <message>
        <source>gemm_sm80 takes sizes that are multiples of 8 and aligned addresses; it was given {1} × {2} × {3} with tiles of {4}.</source>
        <translation>gemm_sm80 要求尺寸为 8 的倍数且地址对齐；收到的是 {1} × {2} × {3}，分块为 {4}。</translation>
    </message>
    <message>
        <source>gemm_sm90 takes sizes that are multiples of 8 and aligned addresses; it was given {1} × {2} × {3} with tiles of {4}.</source>
        <translation>gemm_sm90 要求尺寸为 8 的倍数且地址对齐；收到的是 {1} × {2} × {3}，分块为 {4}。</translation>
    </message>
    <message>
        <source>gemm_sm90 has no tile of {1} columns for this epilogue.</source>
        <translation>gemm_sm90 没有适合此收尾操作的 {1} 列分块。</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s cuBLASLt where it is asked for, in TF32 or float32.</source>
        <translation>要求时使用 NVIDIA 的 cuBLASLt，以 TF32 或 float32 运算。</translation>
    </message>
    <message>
        <source>For float32 rows: two products of bf16 values, which keep 16 of their 24 bits.</source>
        <translation>用于 float32 行：两次 bf16 乘法，保留 24 位中的 16 位。</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s library cuBLASLt, to compare with.</source>
        <translation>NVIDIA 的库 cuBLASLt，用于比较。</translation>
    </message>
    <message>
        <source>For float32 rows of a size that no tile fits: rounded to bf16 first; on every GPU.</source>
        <translation>用于没有合适分块的 float32 行：先舍入为 bf16；适用于所有 GPU。</translation>
    </message>
    <message>
        <source>A product of f32 activations gives f32, but bf16 was asked for.</source>
        <translation>f32 激活值的乘法输出 f32，但要求的是 bf16。</translation>
    </message>
    <message>
        <source>For up to 16 rows, where only reading the weight counts; on every GPU.</source>
        <translation>用于至多 16 行，此时只有读取权重的时间重要；适用于所有 GPU。</translation>
    </message>
    <message>
        <source>A product of a decode step takes 1 to 64 rows, sizes that are multiples of 8, aligned addresses, and either x or a residual with what its norm needs; it was given {1} rows of {2} values by {3} rows of weights ({4}).</source>
        <translation>解码步骤的乘法要求 1 至 64 行、尺寸为 8 的倍数、地址对齐，并且提供 x 或残差及其归一化所需的内容；收到的是 {1} 行 {2} 个值，{3} 行权重（{4}）。</translation>
    </message>
    <message>
        <source>A norm of a decode step takes at least one row of a multiple of 8 values, not {1} of {2}.</source>
        <translation>解码步骤的归一化至少需要一行，且每行为 8 的倍数个值，而不是 {1} 行 {2} 个值。</translation>
    </message>
    <message>
        <source>A mel filter bank needs at least 1 filter, but {1} were asked for.</source>
        <translation>梅尔滤波器组至少需要 1 个滤波器，但要求的是 {1} 个。</translation>
    </message>
    <message>
        <source>The Fourier transform by its definition, one block per frame; readable, on every GPU.</source>
        <translation>按定义计算的傅里叶变换，每帧一个线程块；易读，适用于所有 GPU。</translation>
    </message>
    <message>
        <source>One thread per value, in two kernels; readable, on every GPU.</source>
        <translation>每个值一个线程，分两个内核；易读，适用于所有 GPU。</translation>
    </message>
    <message>
        <source>A fast Fourier transform (KISS FFT) of each frame, in double, on any CPU.</source>
        <translation>逐帧的快速傅里叶变换（KISS FFT），双精度，适用于任意 CPU。</translation>
    </message>
    <message>
        <source>Eight frames per block share each angle of the transform; on every GPU.</source>
        <translation>每个线程块处理八帧，共享变换的每个角度；适用于所有 GPU。</translation>
    </message>
    <message>
        <source>One thread per value, which may begin while the kernel before it ends; on every GPU.</source>
        <translation>每个值一个线程，可在前一个内核结束时开始；适用于所有 GPU。</translation>
    </message>
    <message>
        <source>while gathering rows</source>
        <translation>收集行时</translation>
    </message>
    <message>
        <source>A warp per row, whose values stay in registers; on every GPU.</source>
        <translation>每行一个 warp，其值保留在寄存器中；适用于所有 GPU。</translation>
    </message>
    <message>
        <source>A block per row, with the same bits as the norm inside a decode step&apos;s product; on every GPU.</source>
        <translation>每行一个线程块，与解码步骤乘法内的归一化逐位相同；适用于所有 GPU。</translation>
    </message>
    <message>
        <source>A reference needs a weight of the reference backend, but got another&apos;s.</source>
        <translation>参考实现需要参考后端的权重，但收到的是其他后端的。</translation>
    </message>
    <message>
        <source>A tile kernel takes f32 or bf16, but got {1}.</source>
        <translation>分块内核接受 f32 或 bf16，但收到 {1}。</translation>
    </message>
    <message>
        <source>A readable kernel in the tile layer, for all sizes, on every GPU.</source>
        <translation>分块层中易读的内核，适用于所有尺寸和所有 GPU。</translation>
    </message>
    <message>
        <source>A tile kernel may touch the memory it was given, but stores to an address outside it.</source>
        <translation>分块内核只能访问分配给它的内存，但它向其外的地址写入。</translation>
    </message>
    <message>
        <source>A tile kernel may touch the memory it was given, but loads from an address outside it.</source>
        <translation>分块内核只能访问分配给它的内存，但它从其外的地址读取。</translation>
    </message>
    <message>
        <source>The tensor {1} of the aligner {2} should have {3} dimensions, and has {4}.</source>
        <translation>对齐器 {2} 的张量 {1} 应有 {3} 个维度，但有 {4} 个。</translation>
    </message>
    <message>
        <source>The aligner {1} should state {2} in its metadata, and does not.</source>
        <translation>对齐器 {1} 应在元数据中说明 {2}，但没有。</translation>
    </message>
    <message>
        <source>The aligner {1} reads layer {2} with {3} values, but the audio tower has {4} layers with {5}.</source>
        <translation>对齐器 {1} 读取第 {2} 层的 {3} 个值，但音频塔有 {4} 层，每层 {5} 个。</translation>
    </message>
    <message numerus="yes">
        <source>The text should be what is said in the audio, but its {1} word(s) were not found in {2} s.</source>
        <translation>
            <numerusform>文本应与音频内容一致，但其中的 {1} 个词未能在 {2} 秒内找到。</numerusform>
        </translation>
    </message>
    <message>
        <source>The file {1} can&apos;t be read: {2}.</source>
        <translation>无法读取文件 {1}：{2}。</translation>
    </message>
    <message>
        <source>The file {1} is empty.</source>
        <translation>文件 {1} 是空的。</translation>
    </message>
    <message>
        <source>Microphones can&apos;t be used here, because the program&apos;s part for live sound is missing: {1} Files can still be transcribed.</source>
        <translation>此处无法使用麦克风，因为缺少程序中负责实时声音的部分：{1} 仍可转写文件。</translation>
    </message>
    <message>
        <source>{1} is not the plugin that is needed here.</source>
        <translation>{1} 不是这里所需的插件。</translation>
    </message>
    <message>
        <source>{1} belongs to another version of Tilescribe.</source>
        <translation>{1} 属于 Tilescribe 的另一个版本。</translation>
    </message>
    <message>
        <source>The sound source &quot;{1}&quot; asks for a speed of &quot;{2}&quot;, where a number above 0 was expected.</source>
        <translation>声源“{1}”要求的速度是“{2}”，但应为大于 0 的数。</translation>
    </message>
    <message>
        <source>The sound source &quot;{1}&quot; has an unknown option &quot;{2}&quot;; expected speed=NUMBER or loop=1.</source>
        <translation>声源“{1}”有未知选项“{2}”；应为 speed=数字 或 loop=1。</translation>
    </message>
    <message>
        <source>No microphone was found: the sound server runs but has no source of sound. Plug one in; it will appear here.</source>
        <translation>没有找到麦克风：声音服务器正在运行，但没有声源。请插入麦克风，它会出现在这里。</translation>
    </message>
    <message>
        <source>No microphone was found: no sound server (PulseAudio or PipeWire) answers, and ALSA knows no sound card that records.</source>
        <translation>没有找到麦克风：没有声音服务器（PulseAudio 或 PipeWire）响应，ALSA 也没有可录音的声卡。</translation>
    </message>
    <message>
        <source>There is no sound source &quot;{1}&quot;: expected a name from the list of sources, such as pulse:NAME or alsa:NAME.</source>
        <translation>没有声源“{1}”：应为声源列表中的名称，例如 pulse:名称 或 alsa:名称。</translation>
    </message>
    <message>
        <source>The sound output can&apos;t be opened: expected one that plays mono sound at {1} Hz by the name &quot;{2}&quot; of ALSA. For a sound server (PulseAudio or PipeWire), that needs Debian&apos;s package libasound2-plugins.</source>
        <translation>无法打开声音输出：需要能播放 {1} Hz 单声道声音的 ALSA 设备“{2}”。使用声音服务器（PulseAudio 或 PipeWire）时需要 Debian 的软件包 libasound2-plugins。</translation>
    </message>
    <message>
        <source>The sound system can&apos;t be used on this computer.</source>
        <translation>这台电脑上无法使用声音系统。</translation>
    </message>
    <message>
        <source>The sound device &quot;{1}&quot; can&apos;t be opened; another program may be using it.</source>
        <translation>无法打开声音设备“{1}”，可能有其他程序正在使用它。</translation>
    </message>
    <message>
        <source>No sound server (PulseAudio or PipeWire) answers.</source>
        <translation>没有声音服务器（PulseAudio 或 PipeWire）响应。</translation>
    </message>
    <message>
        <source>The sound server does not answer.</source>
        <translation>声音服务器没有响应。</translation>
    </message>
    <message>
        <source>There is no sound source &quot;{1}&quot; now: it may be unplugged.</source>
        <translation>现在没有声源“{1}”：可能已拔出。</translation>
    </message>
    <message>
        <source>&quot;{1}&quot; can&apos;t be opened for recording: expected the sound server to give it by way of ALSA&apos;s plugin for PulseAudio (in Debian&apos;s package libasound2-plugins), which may be missing.</source>
        <translation>无法打开“{1}”进行录音：声音服务器应通过 ALSA 的 PulseAudio 插件（Debian 的软件包 libasound2-plugins）提供它，该插件可能缺失。</translation>
    </message>
    <message>
        <source>The sound server did not open &quot;{1}&quot; for recording.</source>
        <translation>声音服务器未能打开“{1}”进行录音。</translation>
    </message>
    <message>
        <source>{1} holds no audio that can be decoded: its {2} stream is empty or damaged.</source>
        <translation>{1} 中没有可解码的音频：其 {2} 流为空或已损坏。</translation>
    </message>
    <message>
        <source>FFmpeg could not {1} for {2}: {3}.</source>
        <translation>FFmpeg 无法为 {2} {1}：{3}。</translation>
    </message>
    <message>
        <source>The audio of {1} is {2}, which this machine&apos;s FFmpeg can&apos;t decode.</source>
        <translation>{1} 的音频为 {2}，这台机器的 FFmpeg 无法解码。</translation>
    </message>
    <message>
        <source>set up its audio decoder</source>
        <translation>设置音频解码器</translation>
    </message>
    <message>
        <source>open its audio decoder</source>
        <translation>打开音频解码器</translation>
    </message>
    <message>
        <source>copy the channel layout</source>
        <translation>复制声道布局</translation>
    </message>
    <message>
        <source>set up its sample converter</source>
        <translation>设置采样转换器</translation>
    </message>
    <message>
        <source>start its sample converter</source>
        <translation>启动采样转换器</translation>
    </message>
    <message>
        <source>convert samples</source>
        <translation>转换采样</translation>
    </message>
    <message>
        <source>An audio or video file was expected, but {1} only names other files ({2}), and those are not opened.</source>
        <translation>需要音频或视频文件，但 {1} 只是列出其他文件（{2}），这些文件不会被打开。</translation>
    </message>
    <message>
        <source>Not an audio or video file: {1}.</source>
        <translation>不是音频或视频文件：{1}。</translation>
    </message>
    <message>
        <source>{1} is cut off: an MP4 file keeps its table of contents (moov) at its end, and that is missing.</source>
        <translation>{1} 不完整：MP4 文件的目录（moov）位于末尾，而它缺失。</translation>
    </message>
    <message>
        <source>{1} has no audio: it contains {2}.</source>
        <translation>{1} 没有音频：它包含{2}。</translation>
    </message>
    <message>
        <source>no stream at all</source>
        <translation>没有任何流</translation>
    </message>
    <message>
        <source>only {1}</source>
        <translation>仅有 {1}</translation>
    </message>
    <message>
        <source>The audio of {1} ({2}) can&apos;t be used: at least one channel and a sample rate above 0 Hz were expected, and {3} channels at {4} Hz were found.</source>
        <translation>无法使用 {1} 的音频（{2}）：至少需要一个声道和大于 0 Hz 的采样率，但发现 {3} 个声道、{4} Hz。</translation>
    </message>
    <message>
        <source>Stream {1} of {2} was asked for, but its audio streams are: {3}.</source>
        <translation>要求使用 {2} 的流 {1}，但其音频流为：{3}。</translation>
    </message>
    <message>
        <source>An audio or video file was expected, but {1} is a folder.</source>
        <translation>需要音频或视频文件，但 {1} 是文件夹。</translation>
    </message>
    <message>
        <source>An audio or video file was expected, but {1} is a device, a pipe or a socket.</source>
        <translation>需要音频或视频文件，但 {1} 是设备、管道或套接字。</translation>
    </message>
    <message>
        <source>There is no file {1}.</source>
        <translation>没有文件 {1}。</translation>
    </message>
    <message>
        <source>The file {1} can&apos;t be reached: {2}.</source>
        <translation>无法访问文件 {1}：{2}。</translation>
    </message>
    <message>
        <source>You have no permission to read the file {1}.</source>
        <translation>您没有读取文件 {1} 的权限。</translation>
    </message>
    <message>
        <source>The file {1} can&apos;t be opened: {2}.</source>
        <translation>无法打开文件 {1}：{2}。</translation>
    </message>
    <message>
        <source>not a number (NaN)</source>
        <translation>不是数字 (NaN)</translation>
    </message>
    <message>
        <source>infinite</source>
        <translation>无穷大</translation>
    </message>
    <message>
        <source>too large for audio</source>
        <translation>对音频来说过大</translation>
    </message>
    <message>
        <source>Sample {1} at {2} s of {3} is {4}.</source>
        <translation>{3} 在 {2} 秒处的采样 {1} {4}。</translation>
    </message>
    <message>
        <source>{1} can&apos;t be used. {2}</source>
        <translation>无法使用 {1}。{2}</translation>
    </message>
    <message>
        <source>Nothing can be played here, because the program&apos;s part for live sound is missing: {1}</source>
        <translation>此处无法播放，因为缺少程序中负责实时声音的部分：{1}</translation>
    </message>
    <message>
        <source>There is not enough memory to play this audio.</source>
        <translation>内存不足，无法播放此音频。</translation>
    </message>
    <message>
        <source>The sound output is gone: expected a device that plays sound, but it was unplugged, or the sound server has ended or does not answer. Play goes on from here.</source>
        <translation>声音输出已消失：需要能播放声音的设备，但它已被拔出，或声音服务器已结束或没有响应。播放会从此处继续。</translation>
    </message>
    <message>
        <source>The player has ended: {1}.</source>
        <translation>播放器已结束：{1}。</translation>
    </message>
    <message>
        <source>Another speed than 1 needs the program&apos;s part for it, which is missing: {1}</source>
        <translation>1 以外的速度需要程序的相应部分，而它缺失：{1}</translation>
    </message>
    <message>
        <source>The recording {1} could no longer be written: {2}.</source>
        <translation>录音 {1} 无法继续写入：{2}。</translation>
    </message>
    <message>
        <source>The recording {1} was not started, because a file of that name exists.</source>
        <translation>没有开始录音 {1}，因为已有同名文件。</translation>
    </message>
    <message>
        <source>The recording {1} can&apos;t be created: {2}.</source>
        <translation>无法创建录音 {1}：{2}。</translation>
    </message>
    <message>
        <source>The recording {1} can&apos;t be read back: {2}.</source>
        <translation>无法读回录音 {1}：{2}。</translation>
    </message>
    <message>
        <source>it is shorter than what was written to it</source>
        <translation>它比写入的内容短</translation>
    </message>
    <message>
        <source>{1} So much has happened that nothing more is listed here.</source>
        <translation>{1}发生的情况太多，此处不再列出。</translation>
    </message>
    <message>
        <source>recordings</source>
        <translation>录音</translation>
    </message>
    <message>
        <source>The disk of {1} is full: there is no room for a recording.</source>
        <translation>{1} 所在的磁盘已满：没有空间用于录音。</translation>
    </message>
    <message>
        <source>{1} The recording was stopped; all that was recorded before is kept.</source>
        <translation>{1}录音已停止；之前录下的全部内容都已保留。</translation>
    </message>
    <message>
        <source>The recording failed ({1}).</source>
        <translation>录音失败（{1}）。</translation>
    </message>
    <message>
        <source>The sound server did not answer in time, so the last {1} are not recorded: it is not known whose sound they are.</source>
        <translation>声音服务器没有及时响应，因此最后 {1} 没有录制：不知道那是谁的声音。</translation>
    </message>
    <message>
        <source>About {1} of sound were lost, because the computer was too busy to take them. The recording continues.</source>
        <translation>丢失了约 {1} 的声音，因为电脑太忙，来不及接收。录音会继续。</translation>
    </message>
    <message>
        <source>&quot;{1}&quot; can be heard again.</source>
        <translation>“{1}”又可以听到了。</translation>
    </message>
    <message>
        <source>&quot;{1}&quot; is muted in the system&apos;s sound settings, so only silence is recorded. Unmute it there; the recording continues meanwhile.</source>
        <translation>“{1}”在系统声音设置中被静音，因此只录到静音。请在那里取消静音；录音会继续。</translation>
    </message>
    <message>
        <source>&quot;{1}&quot; gives only silence, because nothing is being played on this computer&apos;s output now; the recording continues meanwhile.</source>
        <translation>“{1}”只有静音，因为这台电脑的输出现在没有播放任何内容；录音会继续。</translation>
    </message>
    <message>
        <source>&quot;{1}&quot; gives no sound at all, not even silence: nothing has come for 3 s. Check that it is switched on; the recording continues meanwhile.</source>
        <translation>“{1}”完全没有声音，连静音也没有：已有 3 秒没有收到任何数据。请检查它是否已打开；录音会继续。</translation>
    </message>
    <message>
        <source>&quot;{1}&quot; gives nothing but digital silence, as a microphone that is switched off does. Check its switch and the system&apos;s sound settings; the recording continues meanwhile.</source>
        <translation>“{1}”只有数字静音，就像关闭的麦克风一样。请检查其开关和系统声音设置；录音会继续。</translation>
    </message>
    <message>
        <source>The disk is full, so the recording was stopped; all that was recorded is kept. Free some space to continue recording.</source>
        <translation>磁盘已满，因此录音已停止；录下的全部内容都已保留。请腾出一些空间以继续录音。</translation>
    </message>
    <message numerus="yes">
        <source>The disk has room for only about {1} minute(s) of recording. When it is full, the recording stops by itself and is kept.</source>
        <translation>
            <numerusform>磁盘空间只够再录约 {1} 分钟。磁盘满时录音会自动停止并保留。</numerusform>
        </translation>
    </message>
    <message>
        <source>The disk has room again.</source>
        <translation>磁盘又有空间了。</translation>
    </message>
    <message>
        <source>What was recorded is kept, and the recording continues by itself when {1}.</source>
        <translation>已录下的内容会保留；{1}，录音会自动继续。</translation>
    </message>
    <message>
        <source>The source can&apos;t be {1}: {2}.</source>
        <translation>无法{1}声源：{2}。</translation>
    </message>
    <message>
        <source>&quot;{1}&quot; can&apos;t be {2}: {3}.</source>
        <translation>无法{2}“{1}”：{3}。</translation>
    </message>
    <message>
        <source>opened</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>it is there again</source>
        <translation>待其重新出现</translation>
    </message>
    <message>
        <source>&quot;{1}&quot; is back, and the recording continues.</source>
        <translation>“{1}”已恢复，录音继续。</translation>
    </message>
    <message>
        <source>heard</source>
        <translation>收听</translation>
    </message>
    <message>
        <source>it can be heard again</source>
        <translation>待其又能听到</translation>
    </message>
    <message>
        <source>The sound server does not answer, so nothing can be heard.</source>
        <translation>声音服务器没有响应，因此听不到任何声音。</translation>
    </message>
    <message>
        <source>it answers again</source>
        <translation>待其重新响应</translation>
    </message>
    <message>
        <source>The sound server has switched the recording from &quot;{1}&quot; to another source, which you did not choose. Its sound is not recorded.</source>
        <translation>声音服务器已将录音从“{1}”切换到您未选择的其他声源。该声源的声音不会录制。</translation>
    </message>
    <message>
        <source>The sound server has switched the recording from &quot;{1}&quot; to &quot;{2}&quot;, which you did not choose. Its sound is not recorded.</source>
        <translation>声音服务器已将录音从“{1}”切换到您未选择的“{2}”。其声音不会录制。</translation>
    </message>
    <message>
        <source>The recording continues with &quot;{1}&quot;.</source>
        <translation>录音改用“{1}”继续。</translation>
    </message>
    <message>
        <source>&quot;{1}&quot; is gone: it was unplugged or switched off, or the sound server has cut its connection.</source>
        <translation>“{1}”已消失：它被拔出或关闭，或声音服务器断开了连接。</translation>
    </message>
    <message>
        <source>it is back</source>
        <translation>待其恢复</translation>
    </message>
    <message>
        <source>&quot;{1}&quot; is gone, and the sound server would continue with &quot;{2}&quot;, which you did not choose. Its sound is not recorded.</source>
        <translation>“{1}”已消失，声音服务器会改用您未选择的“{2}”继续。其声音不会录制。</translation>
    </message>
    <message>
        <source>&quot;{1}&quot; is back</source>
        <translation>待“{1}”恢复</translation>
    </message>
    <message>
        <source>The system&apos;s sound server has ended, so &quot;{1}&quot; can&apos;t be heard.</source>
        <translation>系统的声音服务器已结束，因此听不到“{1}”。</translation>
    </message>
    <message>
        <source>it runs again</source>
        <translation>待其重新运行</translation>
    </message>
    <message>
        <source>The last {1} before that are not recorded, since it is not known whose sound they are. {2}</source>
        <translation>在此之前的最后 {1} 没有录制，因为不知道那是谁的声音。{2}</translation>
    </message>
    <message>
        <source>{1} {2}</source>
        <translation>{1}{2}</translation>
    </message>
    <message>
        <source>{1} s</source>
        <translation>{1} 秒</translation>
    </message>
    <message>
        <source>The file {1}, by which an interrupted recording is found again, can&apos;t be created: {2}.</source>
        <translation>无法创建文件 {1}（用于找回中断的录音）：{2}。</translation>
    </message>
    <message>
        <source>The mark {1} of a finished recording can&apos;t be removed: {2}.</source>
        <translation>无法移除已完成录音的标记 {1}：{2}。</translation>
    </message>
    <message>
        <source>Audio at {1} Hz can&apos;t be resampled to {2} Hz: a rate from {3} to {4} Hz was expected.</source>
        <translation>无法将 {1} Hz 的音频重采样为 {2} Hz：速率应在 {3} 至 {4} Hz 之间。</translation>
    </message>
    <message>
        <source>libsoxr could not start: {1}.</source>
        <translation>libsoxr 无法启动：{1}。</translation>
    </message>
    <message>
        <source>libsoxr failed: {1}.</source>
        <translation>libsoxr 失败：{1}。</translation>
    </message>
    <message>
        <source>libsamplerate could not start: {1}.</source>
        <translation>libsamplerate 无法启动：{1}。</translation>
    </message>
    <message>
        <source>libsamplerate failed: {1}.</source>
        <translation>libsamplerate 失败：{1}。</translation>
    </message>
    <message>
        <source>{1} contains no audio: its length is 0 samples, or its first samples are damaged.</source>
        <translation>{1} 没有音频：其长度为 0 个采样，或开头的采样已损坏。</translation>
    </message>
    <message>
        <source>Stream {1} of {2} was asked for, but its only audio stream is 0.</source>
        <translation>要求使用 {2} 的流 {1}，但其唯一的音频流是 0。</translation>
    </message>
    <message>
        <source>Not an audio file that can be read here: {1}.</source>
        <translation>不是此处可读取的音频文件：{1}。</translation>
    </message>
    <message>
        <source>models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>list of models</source>
        <translation>模型列表</translation>
    </message>
    <message>
        <source>The name of the folder {1} has a line break, which the list of models can&apos;t hold.</source>
        <translation>文件夹 {1} 的名称中有换行符，模型列表无法保存它。</translation>
    </message>
    <message>
        <source>{1} belongs to the program and can&apos;t be removed.</source>
        <translation>{1} 属于本程序，无法移除。</translation>
    </message>
    <message>
        <source>{1} was not downloaded into {2}, so its files are kept. Move the folder away to remove it.</source>
        <translation>{1} 不是下载到 {2} 的，因此保留其文件。若要移除，请移走该文件夹。</translation>
    </message>
    <message>
        <source>It needs {1} GB of memory and fits on the GPU.</source>
        <translation>它需要 {1} GB 内存，GPU 可以容纳。</translation>
    </message>
    <message>
        <source>It needs {1} GB of memory and fits into the {2} GB of this computer.</source>
        <translation>它需要 {1} GB 内存，这台电脑的 {2} GB 可以容纳。</translation>
    </message>
    <message>
        <source>It needs {1} GB of memory, but this computer has {2} GB. With weights in int8 it needs {3} GB and fits.</source>
        <translation>它需要 {1} GB 内存，但这台电脑有 {2} GB。使用 int8 权重时需要 {3} GB，可以容纳。</translation>
    </message>
    <message>
        <source>It needs {1} GB of memory, but this computer has {2} GB: it does not fit.</source>
        <translation>它需要 {1} GB 内存，但这台电脑有 {2} GB：无法容纳。</translation>
    </message>
    <message>
        <source>{1} can&apos;t be read to check it.</source>
        <translation>无法读取 {1} 进行检查。</translation>
    </message>
    <message>
        <source>{1} is already in {2}.</source>
        <translation>{1} 已在 {2}。</translation>
    </message>
    <message>
        <source>{1} stands where {2} would come. Move it away, and try again.</source>
        <translation>{1} 占用了 {2} 的位置。请将其移走后重试。</translation>
    </message>
    <message>
        <source>{1} holds other files, e.g. {2}, where {3} would come. Move the folder away, and try again.</source>
        <translation>{1} 包含其他文件，例如 {2}，占用了 {3} 的位置。请移走该文件夹后重试。</translation>
    </message>
    <message>
        <source>{1} does not say how large {2} is.</source>
        <translation>{1} 没有说明 {2} 的大小。</translation>
    </message>
    <message>
        <source>{1} says that {2} has {3} bytes, but all of {4} has about {5}.</source>
        <translation>{1} 称 {2} 有 {3} 字节，但全部 {4} 约有 {5}。</translation>
    </message>
    <message>
        <source>{1} gives no checksum of {2}, so nothing from there can be trusted.</source>
        <translation>{1} 没有提供 {2} 的校验和，因此无法信任其内容。</translation>
    </message>
    <message>
        <source>{1} sends another {2} than it announces: the checksum is wrong. It was deleted.</source>
        <translation>{1} 发送的 {2} 与其声明的不同：校验和错误。该文件已删除。</translation>
    </message>
    <message>
        <source>{1} sent only a part of {2}.</source>
        <translation>{1} 只发送了 {2} 的一部分。</translation>
    </message>
    <message>
        <source>{1} announces one {2} and sends another.</source>
        <translation>{1} 声明的 {2} 与发送的不同。</translation>
    </message>
    <message>
        <source>{1} has no {2} any more.</source>
        <translation>{1} 已不再提供 {2}。</translation>
    </message>
    <message>
        <source>{1} announces another {2} again and again.</source>
        <translation>{1} 反复声明不同的 {2}。</translation>
    </message>
    <message numerus="yes">
        <source>{1} Tried {2} time(s); what has come is kept.</source>
        <translation>
            <numerusform>{1}已尝试 {2} 次；已下载的内容会保留。</numerusform>
        </translation>
    </message>
    <message>
        <source>{1} still needs {2} GB on the disk of {3}, where {4} GB are free.</source>
        <translation>{1} 还需要 {3} 所在磁盘上的 {2} GB，但只有 {4} GB 空闲。</translation>
    </message>
    <message>
        <source>A mirror&apos;s address looks like https://hf-mirror.com, but this one is {1}.</source>
        <translation>镜像地址的格式类似 https://hf-mirror.com，但此地址为 {1}。</translation>
    </message>
    <message>
        <source>{1} has no {2} (HTTP {3}).</source>
        <translation>{1} 没有 {2}（HTTP {3}）。</translation>
    </message>
    <message>
        <source>{1} gives {2} only to those whom it knows (HTTP {3}).</source>
        <translation>{1} 只向其认识的用户提供 {2}（HTTP {3}）。</translation>
    </message>
    <message>
        <source>{1} has had too many requests (HTTP {2}).</source>
        <translation>{1} 收到的请求过多（HTTP {2}）。</translation>
    </message>
    <message>
        <source>{1} has trouble of its own (HTTP {2}).</source>
        <translation>{1} 自身出现问题（HTTP {2}）。</translation>
    </message>
    <message>
        <source>Expected {1} from {2}, found the answer HTTP {3}.</source>
        <translation>应从 {2} 得到 {1}，但收到 HTTP {3}。</translation>
    </message>
    <message>
        <source>{1} leads to {2}, where nothing protects the connection (no https).</source>
        <translation>{1} 指向 {2}，该连接没有保护（不是 https）。</translation>
    </message>
    <message>
        <source>{1} leads from one address to the next without an end.</source>
        <translation>{1} 不断从一个地址跳转到另一个地址。</translation>
    </message>
    <message>
        <source>state of the download</source>
        <translation>下载状态</translation>
    </message>
    <message>
        <source>{1} could not be written to the disk: {2}.</source>
        <translation>无法将 {1} 写入磁盘：{2}。</translation>
    </message>
    <message>
        <source>{1} can&apos;t be deleted: {2}.</source>
        <translation>无法删除 {1}：{2}。</translation>
    </message>
    <message>
        <source>The download needs the folder {1}, but it holds other files and no download of Tilescribe. Move it or delete it, and try again.</source>
        <translation>下载需要文件夹 {1}，但其中有其他文件，且没有 Tilescribe 的下载。请将其移走或删除后重试。</translation>
    </message>
    <message>
        <source>the download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>The folder {1} can&apos;t be opened: {2}.</source>
        <translation>无法打开文件夹 {1}：{2}。</translation>
    </message>
    <message>
        <source>Another Tilescribe is downloading into {1}.</source>
        <translation>另一个 Tilescribe 正在下载到 {1}。</translation>
    </message>
    <message>
        <source>{1} exists by now; it is left as it is.</source>
        <translation>{1} 现已存在，保持不变。</translation>
    </message>
    <message>
        <source>{1} can&apos;t become {2}: {3}.</source>
        <translation>{1} 无法成为 {2}：{3}。</translation>
    </message>
    <message>
        <source>{1} can&apos;t be written: {2}.</source>
        <translation>无法写入 {1}：{2}。</translation>
    </message>
    <message>
        <source>The disk is full: {1} can&apos;t grow. What has come is kept.</source>
        <translation>磁盘已满：{1} 无法继续写入。已下载的内容会保留。</translation>
    </message>
    <message>
        <source>The network library refuses an option: {1}.</source>
        <translation>网络库拒绝了一个选项：{1}。</translation>
    </message>
    <message>
        <source>{1} was not found; perhaps this computer is offline.</source>
        <translation>找不到 {1}；这台电脑可能处于离线状态。</translation>
    </message>
    <message>
        <source>The proxy for {1} was not found.</source>
        <translation>找不到 {1} 的代理。</translation>
    </message>
    <message>
        <source>{1} could not be reached.</source>
        <translation>无法连接到 {1}。</translation>
    </message>
    <message>
        <source>{1} sent nothing for too long.</source>
        <translation>{1} 太久没有发送任何数据。</translation>
    </message>
    <message>
        <source>{1} broke the connection off.</source>
        <translation>{1} 中断了连接。</translation>
    </message>
    <message>
        <source>{1} can&apos;t prove that it is what it claims to be: {2}.</source>
        <translation>{1} 无法证明其身份：{2}。</translation>
    </message>
    <message>
        <source>The connection with {1} failed: {2}.</source>
        <translation>与 {1} 的连接失败：{2}。</translation>
    </message>
    <message>
        <source>The network library failed: {1}.</source>
        <translation>网络库失败：{1}。</translation>
    </message>
    <message>
        <source>The network library could not be started.</source>
        <translation>无法启动网络库。</translation>
    </message>
    <message>
        <source>The library for checksums failed.</source>
        <translation>校验和库失败。</translation>
    </message>
    <message>
        <source>A transcript is read from txt, srt, vtt, json or tsv; found {1}.</source>
        <translation>可读取的文稿格式为 txt、srt、vtt、json 或 tsv；收到 {1}。</translation>
    </message>
    <message>
        <source>The transcript&apos;s {1} should be {2}, and is {3}.</source>
        <translation>文稿的 {1} 应为{2}，但它是{3}。</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>The transcript&apos;s {1} is missing.</source>
        <translation>文稿缺少 {1}。</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>base64</source>
        <translation>base64</translation>
    </message>
    <message>
        <source>The transcript is not JSON: {1}.</source>
        <translation>文稿不是 JSON：{1}。</translation>
    </message>
    <message>
        <source>&quot;{1}&quot;</source>
        <translation>“{1}”</translation>
    </message>
    <message>
        <source>The transcript could not be read after line {1}.</source>
        <translation>第 {1} 行之后的文稿无法读取。</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>空</translation>
    </message>
    <message>
        <source>“{1}”</source>
        <translation>“{1}”</translation>
    </message>
    <message>
        <source>Line {1} of the transcript: expected {2}, found {3}.</source>
        <translation>文稿第 {1} 行：应为{2}，但发现{3}。</translation>
    </message>
    <message>
        <source>transcript</source>
        <translation>文稿</translation>
    </message>
    <message>
        <source>Expected a transcript in {1}, found none that can be read.</source>
        <translation>{1} 中应有文稿，但没有找到可读取的。</translation>
    </message>
    <message>
        <source>a cue&apos;s times as HH:MM:SS{1}mmm --&gt; HH:MM:SS{1}mmm</source>
        <translation>格式为 HH:MM:SS{1}mmm --&gt; HH:MM:SS{1}mmm 的字幕时间</translation>
    </message>
    <message>
        <source>a cue that ends after its start</source>
        <translation>终点晚于起点的字幕</translation>
    </message>
    <message>
        <source>a cue&apos;s text</source>
        <translation>字幕的文本</translation>
    </message>
    <message>
        <source>the cue number {1}</source>
        <translation>字幕编号 {1}</translation>
    </message>
    <message>
        <source>a cue&apos;s times</source>
        <translation>字幕的时间</translation>
    </message>
    <message>
        <source>WEBVTT</source>
        <translation>WEBVTT</translation>
    </message>
    <message>
        <source>a blank line behind WEBVTT</source>
        <translation>WEBVTT 之后的空行</translation>
    </message>
    <message>
        <source>the columns start, end and text with tabs between them</source>
        <translation>以制表符分隔的列 start、end 和 text</translation>
    </message>
    <message>
        <source>three fields with tabs between them</source>
        <translation>以制表符分隔的三个字段</translation>
    </message>
    <message>
        <source>start and end in whole milliseconds</source>
        <translation>以整数毫秒表示的起点和终点</translation>
    </message>
    <message>
        <source>only \t, \n, \r and \\ after a backslash</source>
        <translation>反斜杠之后仅 \t、\n、\r 和 \\</translation>
    </message>
    <message>
        <source>The text that is being written can&apos;t be kept in &apos;{1}&apos;: {2}.</source>
        <translation>无法在“{1}”中保留正在写入的文本：{2}。</translation>
    </message>
    <message>
        <source>The text in &apos;{1}&apos; can&apos;t be read to its end, so the file stays as it is.</source>
        <translation>无法将“{1}”中的文本读到末尾，因此该文件保持原样。</translation>
    </message>
    <message>
        <source>another format</source>
        <translation>另一种格式</translation>
    </message>
    <message>
        <source>out of order</source>
        <translation>顺序错误</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>unfinished transcripts</source>
        <translation>未完成的文稿</translation>
    </message>
    <message>
        <source>another program continues it</source>
        <translation>另一个程序正在继续它</translation>
    </message>
    <message>
        <source>another program has finished it</source>
        <translation>另一个程序已完成它</translation>
    </message>
    <message>
        <source>The zip archive could not be written: {1}.</source>
        <translation>无法写入 zip 压缩包：{1}。</translation>
    </message>
    <message>
        <source>A window holds {1} samples, not {2}.</source>
        <translation>一个窗口有 {1} 个采样，而不是 {2}。</translation>
    </message>
    <message>
        <source>The prompt has {1} tokens, but the model&apos;s context holds {2}.</source>
        <translation>提示词有 {1} 个词元，但模型的上下文只能容纳 {2} 个。</translation>
    </message>
    <message>
        <source>More prompts were given than the generator has slots.</source>
        <translation>给出的提示词多于生成器的槽位。</translation>
    </message>
    <message>
        <source>The device ended a decode step without leaving its tokens.</source>
        <translation>设备结束了解码步骤，但没有留下词元。</translation>
    </message>
    <message>
        <source>An MLP with gated SiLU stands behind an RMSNorm, not a LayerNorm.</source>
        <translation>带门控 SiLU 的 MLP 位于 RMSNorm 之后，而不是 LayerNorm。</translation>
    </message>
    <message>
        <source>An MLP with GELU stands behind a LayerNorm, not an RMSNorm.</source>
        <translation>带 GELU 的 MLP 位于 LayerNorm 之后，而不是 RMSNorm。</translation>
    </message>
    <message>
        <source>A prompt must have 1 to {1} tokens, not {2}.</source>
        <translation>提示词必须有 1 至 {1} 个词元，而不是 {2} 个。</translation>
    </message>
    <message>
        <source>A prompt of {1} tokens can&apos;t take {2} embedded rows from token {3} on.</source>
        <translation>{1} 个词元的提示词无法从词元 {3} 起放入 {2} 行嵌入。</translation>
    </message>
    <message>
        <source>The voice detector failed while {1}.</source>
        <translation>语音检测器在{1}时失败。</translation>
    </message>
    <message>
        <source>The voice detector could not be created.</source>
        <translation>无法创建语音检测器。</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>removing low rumble</source>
        <translation>去除低频噪声</translation>
    </message>
    <message>
        <source>choosing its level</source>
        <translation>选择其级别</translation>
    </message>
    <message>
        <source>suppressing noise</source>
        <translation>抑制噪声</translation>
    </message>
    <message>
        <source>choosing its likelihood</source>
        <translation>选择其可能性</translation>
    </message>
    <message>
        <source>starting to listen</source>
        <translation>开始聆听</translation>
    </message>
    <message>
        <source>listening</source>
        <translation>聆听</translation>
    </message>
    <message>
        <source>Word times need a model with {1}, and {2} has none; without --model the bundled one is used.</source>
        <translation>词的时间需要带 {1} 的模型，而 {2} 没有；不指定 --model 时使用自带的模型。</translation>
    </message>
    <message>
        <source>Joint transcription takes at most 630 s of audio, and {1} has {2} s; use --long windows (the default) for longer files.</source>
        <translation>合并转写最多处理 630 秒的音频，而 {1} 有 {2} 秒；更长的文件请使用 --long windows（默认）。</translation>
    </message>
    <message>
        <source>A prompt of {1} tokens and {2} more do not fit into the model&apos;s context of {3}.</source>
        <translation>{1} 个词元的提示词加上另外 {2} 个，超出模型 {3} 的上下文。</translation>
    </message>
    <message>
        <source>There is no op named {1}; the ops are {2}.</source>
        <translation>没有名为 {1} 的算子；可用的算子为 {2}。</translation>
    </message>
    <message>
        <source>any op</source>
        <translation>任意算子</translation>
    </message>
    <message>
        <source>A traced run left {1} records, but at most {2} can be added up; give fewer windows or tokens.</source>
        <translation>一次跟踪运行留下 {1} 条记录，但最多只能累加 {2} 条；请减少窗口或词元。</translation>
    </message>
    <message>
        <source>The word error rate is {1}, and at most {2} was expected.</source>
        <translation>词错误率为 {1}，但最多应为 {2}。</translation>
    </message>
    <message>
        <source>The text is not the one that was expected.</source>
        <translation>文本与预期不符。</translation>
    </message>
    <message>
        <source>The engine {1} does not compute in {2} here.</source>
        <translation>引擎 {1} 在此处不以 {2} 运算。</translation>
    </message>
    <message>
        <source>A profile of this model is being made already.</source>
        <translation>此模型的性能记录正在生成中。</translation>
    </message>
    <message>
        <source>{1} values, but the golden file has {2}</source>
        <translation>{1} 个值，但基准文件有 {2} 个</translation>
    </message>
    <message>
        <source>{1} values</source>
        <translation>{1} 个值</translation>
    </message>
    <message>
        <source>{1} values, not all finite</source>
        <translation>{1} 个值，并非全部有限</translation>
    </message>
    <message>
        <source>The golden file {1} must hold as many values of {2} as of {3}.</source>
        <translation>基准文件 {1} 中 {2} 的值应与 {3} 一样多。</translation>
    </message>
    <message>
        <source>{1}, error {2} here, {3} of transformers in bf16</source>
        <translation>{1}，此处误差 {2}，transformers 在 bf16 下为 {3}</translation>
    </message>
    <message>
        <source>{1} ids, {2} differ</source>
        <translation>{1} 个编号，{2} 个不同</translation>
    </message>
    <message>
        <source>The golden file {1} must hold as many generated_margins as generated ids.</source>
        <translation>基准文件 {1} 中 generated_margins 应与生成的编号一样多。</translation>
    </message>
    <message>
        <source>{1} of {2} steps count, {3} differ, {4} near ties</source>
        <translation>{2} 步中有 {1} 步计入，{3} 步不同，{4} 步几乎相等</translation>
    </message>
    <message>
        <source>A golden file holds a tensor named {1}, but {2} has none.</source>
        <translation>基准文件中有名为 {1} 的张量，但 {2} 没有。</translation>
    </message>
    <message>
        <source>The CPU engine computes in f32 or bf16; tf32 is cuda-baseline&apos;s.</source>
        <translation>CPU 引擎以 f32 或 bf16 运算；tf32 属于 cuda-baseline。</translation>
    </message>
    <message>
        <source>It computes in f32, because {1}</source>
        <translation>它以 f32 运算，因为{1}</translation>
    </message>
    <message>
        <source>It computes in bf16, because this CPU has AVX512-BF16, and multiplies with {1}.</source>
        <translation>它以 bf16 运算，因为此 CPU 支持 AVX512-BF16，并使用 {1} 做乘法。</translation>
    </message>
    <message>
        <source>The model needs {1} of the GPU&apos;s memory, but {2} may be taken.</source>
        <translation>该模型需要 {1} 显存，但可使用的为 {2}。</translation>
    </message>
    <message>
        <source>The model needs {1} of the GPU&apos;s memory, but {2} are free.</source>
        <translation>该模型需要 {1} 显存，但空闲的为 {2}。</translation>
    </message>
    <message>
        <source>The engine cuda computes in bf16; for f32 take cpu or cuda-baseline.</source>
        <translation>引擎 cuda 以 bf16 运算；如需 f32，请使用 cpu 或 cuda-baseline。</translation>
    </message>
    <message>
        <source>The engine cuda-baseline computes in tf32 or f32; for bf16 take cuda.</source>
        <translation>引擎 cuda-baseline 以 tf32 或 f32 运算；如需 bf16，请使用 cuda。</translation>
    </message>
    <message>
        <source>The engine cuda-baseline stores weights in f32; for {1} take cuda or cpu.</source>
        <translation>引擎 cuda-baseline 以 f32 存储权重；如需 {1}，请使用 cuda 或 cpu。</translation>
    </message>
    <message>
        <source>The bits differ from those with weights in bf16.</source>
        <translation>结果与使用 bf16 权重时的逐位结果不同。</translation>
    </message>
    <message>
        <source>A row of {1} bytes does not fit a buffer of {2}.</source>
        <translation>一行 {1} 字节放不进 {2} 字节的缓冲区。</translation>
    </message>
    <message>
        <source>GPU {1}, {2}</source>
        <translation>GPU {1}，{2}</translation>
    </message>
    <message>
        <source>Tuned kernels, bf16.</source>
        <translation>优化内核，bf16。</translation>
    </message>
    <message>
        <source>Every step by the plainest kernel, tf32 or f32: what the tuned ones are measured against.</source>
        <translation>每一步使用最简单的内核，tf32 或 f32：用于衡量优化内核的基准。</translation>
    </message>
    <message>
        <source>no NVIDIA GPU</source>
        <translation>没有 NVIDIA GPU</translation>
    </message>
    <message>
        <source>cuBLAS can run the linear layers of the engine cuda-baseline; the engine asked for is {1}.</source>
        <translation>cuBLAS 可以运行引擎 cuda-baseline 的线性层；但要求的引擎是 {1}。</translation>
    </message>
    <message>
        <source>The CPU engine was asked for.</source>
        <translation>已指定 CPU 引擎。</translation>
    </message>
    <message>
        <source>The engine cuda was asked for.</source>
        <translation>已指定引擎 cuda。</translation>
    </message>
    <message>
        <source>The engine cuda-baseline was asked for.</source>
        <translation>已指定引擎 cuda-baseline。</translation>
    </message>
    <message>
        <source>Arithmetic in f32 was asked for.</source>
        <translation>已指定以 f32 运算。</translation>
    </message>
    <message>
        <source>No GPU is used: {1}</source>
        <translation>未使用 GPU：{1}</translation>
    </message>
    <message>
        <source>Arithmetic in tf32 was asked for.</source>
        <translation>已指定以 tf32 运算。</translation>
    </message>
    <message>
        <source>The GPU is the fastest that this machine has.</source>
        <translation>这是这台机器上最快的设备。</translation>
    </message>
    <message>
        <source>It runs on every machine; the GPU is faster.</source>
        <translation>它可在任何机器上运行；GPU 更快。</translation>
    </message>
    <message>
        <source>It runs on every machine.</source>
        <translation>它可在任何机器上运行。</translation>
    </message>
    <message numerus="yes">
        <source>{1}, {2}, {3} weights, {4} thread(s)</source>
        <translation>
            <numerusform>{1}，{2}，{3} 权重，{4} 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>{1}, {2}, {3} weights</source>
        <translation>{1}，{2}，{3} 权重</translation>
    </message>
    <message numerus="yes">
        <source>{1}, {2}, {3} thread(s)</source>
        <translation>
            <numerusform>{1}，{2}，{3} 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>{1}, {2}</source>
        <translation>{1}，{2}</translation>
    </message>
    <message>
        <source>The work was cancelled.</source>
        <translation>操作已取消。</translation>
    </message>
    <message>
        <source>The machine ran out of memory.</source>
        <translation>机器内存不足。</translation>
    </message>
    <message>
        <source>The file {1} can&apos;t be used: {2}.</source>
        <translation>无法使用文件 {1}：{2}。</translation>
    </message>
    <message>
        <source>The system refused a thread or memory: {1}.</source>
        <translation>系统拒绝提供线程或内存：{1}。</translation>
    </message>
    <message>
        <source>Something unexpected failed inside the program.</source>
        <translation>程序内部出现意外故障。</translation>
    </message>
    <message>
        <source>Random weights have no tokenizer, so they take no instruction of your own.</source>
        <translation>随机权重没有分词器，因此不接受您自己的指令。</translation>
    </message>
    <message>
        <source>Random weights write random tokens, shown as numbers: this model only measures speed.</source>
        <translation>随机权重输出随机词元，以数字显示：此模型只用于测量速度。</translation>
    </message>
    <message>
        <source>The only model with random weights is random:nano, not {1}.</source>
        <translation>唯一使用随机权重的模型是 random:nano，而不是 {1}。</translation>
    </message>
    <message>
        <source>A model is a folder with config.json, tokenizer.json and model.safetensors, but {1} is not a folder.</source>
        <translation>模型是包含 config.json、tokenizer.json 和 model.safetensors 的文件夹，但 {1} 不是文件夹。</translation>
    </message>
    <message>
        <source>A model is a folder with config.json, tokenizer.json and model.safetensors, but {1} does not exist.</source>
        <translation>模型是包含 config.json、tokenizer.json 和 model.safetensors 的文件夹，但 {1} 不存在。</translation>
    </message>
    <message>
        <source>The tokenizer in {1} has {2} tokens, more than the model&apos;s vocabulary of {3}.</source>
        <translation>{1} 中的分词器有 {2} 个词元，多于模型 {3} 的词表。</translation>
    </message>
    <message>
        <source>The bundled {1} was not found beside the program; set TILESCRIBE_RESOURCES to its resources folder.</source>
        <translation>在程序旁没有找到自带的{1}；请将 TILESCRIBE_RESOURCES 设为其资源文件夹。</translation>
    </message>
    <message>
        <source>demo model</source>
        <translation>演示模型</translation>
    </message>
    <message>
        <source>sample recording</source>
        <translation>示例录音</translation>
    </message>
    <message>
        <source>A kernel did not start when {1} began, as was asked for.</source>
        <translation>按要求，{1} 开始时有一个内核未能启动。</translation>
    </message>
    <message>
        <source>The device ran out of memory when {1} began, as was asked for.</source>
        <translation>按要求，{1} 开始时设备内存不足。</translation>
    </message>
    <message>
        <source>The device was lost when {1} began, as was asked for.</source>
        <translation>按要求，{1} 开始时设备丢失。</translation>
    </message>
    <message>
        <source>There is no op named {1} that could be slowed down.</source>
        <translation>没有名为 {1} 的可减速算子。</translation>
    </message>
    <message>
        <source>A wrong kernel can be planted on a GPU only, not on the CPU engine.</source>
        <translation>错误的内核只能植入 GPU，不能植入 CPU 引擎。</translation>
    </message>
    <message>
        <source>A window needs {1} MiB beside the model, but {2} MiB of the GPU&apos;s memory are left.</source>
        <translation>除模型外，一个窗口需要 {1} MiB，但显存只剩 {2} MiB。</translation>
    </message>
    <message>
        <source>The prompt has {1} tokens, and with it {2} MiB are needed beside the model, but {3} MiB of the GPU&apos;s memory are left.</source>
        <translation>提示词有 {1} 个词元，因此除模型外需要 {2} MiB，但显存只剩 {3} MiB。</translation>
    </message>
    <message>
        <source>Joint transcription takes at most 630 s of audio; use --long windows (the default) for longer files.</source>
        <translation>合并转写最多处理 630 秒的音频；更长的文件请使用 --long windows（默认）。</translation>
    </message>
    <message>
        <source>The first {1} s of the audio are transcribed already, and it has only {2} s.</source>
        <translation>音频的前 {1} 秒已经转写，但它只有 {2} 秒。</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Different audio: {1} before, {2} after.</source>
        <translation>音频不同：之前为 {1}，之后为 {2}。</translation>
    </message>
    <message>
        <source>Different engine or device: {1} before, {2} after.</source>
        <translation>引擎或设备不同：之前为 {1}，之后为 {2}。</translation>
    </message>
    <message>
        <source>Different model: {1} before, {2} after.</source>
        <translation>模型不同：之前为 {1}，之后为 {2}。</translation>
    </message>
    <message>
        <source>Measured differently: {1} before, {2} after.</source>
        <translation>测量方式不同：之前为 {1}，之后为 {2}。</translation>
    </message>
    <message>
        <source>Audio of different length: {1} s before, {2} s after.</source>
        <translation>音频长度不同：之前为 {1} 秒，之后为 {2} 秒。</translation>
    </message>
    <message>
        <source>Only the run before recorded every step in full, so compare means, not sums.</source>
        <translation>只有之前的运行完整记录了每一步，因此请比较平均值，而不是总和。</translation>
    </message>
    <message>
        <source>Only the run after recorded every step in full, so compare means, not sums.</source>
        <translation>只有之后的运行完整记录了每一步，因此请比较平均值，而不是总和。</translation>
    </message>
    <message>
        <source>Reading memory reached {1} GB/s before and {2} GB/s after: perhaps another machine, or a busy one.</source>
        <translation>读取内存的速度之前为 {1} GB/s，之后为 {2} GB/s：可能是另一台机器，或机器繁忙。</translation>
    </message>
    <message>
        <source>Some records were lost while measuring.</source>
        <translation>测量时丢失了部分记录。</translation>
    </message>
    <message numerus="yes">
        <source>{1} kernel(s) added {2} to the time in which anything ran</source>
        <translation>
            <numerusform>{1} 个内核使有任务运行的时间增加了 {2}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{1} call(s) added {2} to the time in which anything ran</source>
        <translation>
            <numerusform>{1} 次调用使有任务运行的时间增加了 {2}</numerusform>
        </translation>
    </message>
    <message>
        <source>{1}. No work is counted for it that could be compared with this device&apos;s ceilings, so its floor is unknown.</source>
        <translation>{1}。没有统计可与此设备的上限比较的工作量，因此不知道其最短时间。</translation>
    </message>
    <message>
        <source>reading memory at {1} GB/s</source>
        <translation>以 {1} GB/s 读取内存</translation>
    </message>
    <message>
        <source>{1} arithmetic at this device&apos;s measured peak</source>
        <translation>以此设备实测峰值进行 {1} 运算</translation>
    </message>
    <message>
        <source>{1}. By {2} it would take {3}: part of what it reads comes from the caches.</source>
        <translation>{1}。按{2}需要 {3}：它读取的内容有一部分来自缓存。</translation>
    </message>
    <message>
        <source>{1}. By {2} it would take {3}: the peak must have been measured while the device was busy.</source>
        <translation>{1}。按{2}需要 {3}：测量峰值时设备一定正忙。</translation>
    </message>
    <message>
        <source>{1}. Its floor by {2} is {3}, {4} of that.</source>
        <translation>{1}。按{2}的最短时间为 {3}，占其 {4}。</translation>
    </message>
    <message>
        <source>A few calls took most of it, up to {1}, while half of them take at most {2}: the machine was busy, or a first call prepared something.</source>
        <translation>少数调用占了大部分时间，最长 {1}，而一半的调用不超过 {2}：机器繁忙，或首次调用做了准备工作。</translation>
    </message>
    <message>
        <source>It takes {1} times as long as the rest of this run suggests ({2}, at {3} of the ceilings): a slow variant, or work that is not counted.</source>
        <translation>它的用时是本次运行其他部分所示的 {1} 倍（{2}，达到上限的 {3}）：变体较慢，或有未统计的工作。</translation>
    </message>
    <message>
        <source>It is near its ceiling: only less work would make it faster.</source>
        <translation>它接近上限：只有减少工作量才能更快。</translation>
    </message>
    <message>
        <source>Its calls are so short that most of the time is launching: fewer, larger ones would help.</source>
        <translation>它的调用太短，大部分时间用于启动：减少次数、增大规模会有帮助。</translation>
    </message>
    <message>
        <source>Its calls are so short that most of the time is calling: fewer, larger ones would help.</source>
        <translation>它的调用太短，大部分时间用于调用本身：减少次数、增大规模会有帮助。</translation>
    </message>
    <message>
        <source>That is its limit, and it could come closer to it.</source>
        <translation>这是它的限制，但还可以更接近上限。</translation>
    </message>
    <message>
        <source>Neither memory nor arithmetic is near its ceiling: latency, or a slow variant.</source>
        <translation>内存和运算都没有接近上限：原因是延迟，或变体较慢。</translation>
    </message>
    <message>
        <source>audio</source>
        <translation>音频</translation>
    </message>
    <message>
        <source>features</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>projector</source>
        <translation>投影层</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>{1}: {2} of the time</source>
        <translation>{1}：占时间的 {2}</translation>
    </message>
    <message>
        <source>{1} in {2}: {3} of the time</source>
        <translation>{2}中的 {1}：占时间的 {3}</translation>
    </message>
    <message>
        <source>Idle: {1} of the time</source>
        <translation>空闲：占时间的 {1}</translation>
    </message>
    <message>
        <source>Nothing ran for {1}: {2} in gaps of 20 µs and longer, waiting for the host or the audio, and {3} in shorter ones, between a launch and the next.</source>
        <translation>有 {1} 没有任务运行：{2} 为 20 µs 及更长的空隙，在等待主机或音频；{3} 为更短的空隙，在两次启动之间。</translation>
    </message>
    <message>
        <source>The longest gap lasts {1}, at the beginning.</source>
        <translation>最长的空隙为 {1}，位于开头。</translation>
    </message>
    <message>
        <source>The longest gap lasts {1}, at {2}.</source>
        <translation>最长的空隙为 {1}，位于 {2}。</translation>
    </message>
    <message>
        <source>Estimated from the steps that were recorded in full, {1} of their time.</source>
        <translation>根据完整记录的步骤估计，占其时间的 {1}。</translation>
    </message>
    <message>
        <source>Memory-bound minimum: {1} to move {2}.</source>
        <translation>受限于内存时的最短用时：{1}（搬运 {2}）。</translation>
    </message>
    <message>
        <source>Compute-bound minimum: {1} for {2}.</source>
        <translation>受限于计算时的最短用时：{1}（{2}）。</translation>
    </message>
    <message>
        <source>Memory-bound minimum: {1} to move {2}. Compute-bound minimum: {3} for {4}.</source>
        <translation>受限于内存时的最短用时：{1}（搬运 {2}）。受限于计算时的最短用时：{3}（{4}）。</translation>
    </message>
    <message>
        <source>No operations or bytes are counted for it.</source>
        <translation>没有为它统计运算数或字节数。</translation>
    </message>
    <message>
        <source>This device&apos;s ceilings were not measured.</source>
        <translation>没有测量此设备的上限。</translation>
    </message>
    <message>
        <source>{1} So its limit is memory, judging by the counts. Its time includes waiting for the kernel before, so no rate is given.</source>
        <translation>{1}因此根据统计数字，它受限于内存。其时间包含等待前一个内核，因此不给出速率。</translation>
    </message>
    <message>
        <source>{1} So its limit is arithmetic, judging by the counts. Its time includes waiting for the kernel before, so no rate is given.</source>
        <translation>{1}因此根据统计数字，它受限于计算。其时间包含等待前一个内核，因此不给出速率。</translation>
    </message>
    <message>
        <source>{1} It took less: part of what it reads comes from the caches.</source>
        <translation>{1}它用时更短：读取的内容有一部分来自缓存。</translation>
    </message>
    <message>
        <source>{1} It took less: the peak must have been measured while the device was busy.</source>
        <translation>{1}它用时更短：测量峰值时设备一定正忙。</translation>
    </message>
    <message>
        <source>{1} It reaches {2} of the bandwidth</source>
        <translation>{1}它达到带宽的 {2}</translation>
    </message>
    <message>
        <source>{1} It reaches {2} of the {3} arithmetic</source>
        <translation>{1}它达到 {3} 运算的 {2}</translation>
    </message>
    <message>
        <source>{1}.</source>
        <translation>{1}。</translation>
    </message>
    <message>
        <source>{1}, and a call takes {2}: it is near neither limit, so the cause is latency or a slow variant.</source>
        <translation>{1}，每次调用用时 {2}：它没有接近任何限制，因此原因是延迟或变体较慢。</translation>
    </message>
    <message>
        <source>{1}, and a call takes {2}: so short that most of it is the launch.</source>
        <translation>{1}，每次调用用时 {2}：太短，大部分是启动时间。</translation>
    </message>
    <message>
        <source>{1}, and a call takes {2}: so short that most of it is the call.</source>
        <translation>{1}，每次调用用时 {2}：太短，大部分是调用本身的时间。</translation>
    </message>
    <message>
        <source>Its op runs several kernels, and the counts are for all of them: group by op or variant.</source>
        <translation>它的算子运行多个内核，统计数字属于全部内核：请按算子或变体分组。</translation>
    </message>
    <message>
        <source>Ops with records of their own run inside it; the counts belong to them.</source>
        <translation>有自己记录的算子在其中运行；统计数字属于它们。</translation>
    </message>
    <message>
        <source>{1}: {2}.</source>
        <translation>{1}：{2}。</translation>
    </message>
    <message>
        <source>The library&apos;s folder {1} can&apos;t be used: {2}.</source>
        <translation>资料库的文件夹 {1} 无法使用：{2}。</translation>
    </message>
    <message>
        <source>transcripts</source>
        <translation>文稿</translation>
    </message>
    <message>
        <source>what was deleted</source>
        <translation>已删除的内容</translation>
    </message>
    <message>
        <source>{1} could not be moved to {2}: {3}.</source>
        <translation>无法将 {1} 移到 {2}：{3}。</translation>
    </message>
    <message>
        <source>{1} could not be deleted: {2}.</source>
        <translation>无法删除 {1}：{2}。</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>备注</translation>
    </message>
    <message numerus="yes">
        <source>Expected an index of the library in {1}, found {2} byte(s).</source>
        <translation>
            <numerusform>{1} 应为资料库的索引，但发现 {2} 字节。</numerusform>
        </translation>
    </message>
    <message>
        <source>The library&apos;s index in {1} could not be used</source>
        <translation>无法使用 {1} 中的资料库索引</translation>
    </message>
    <message>
        <source>Expected an index of this version of Tilescribe in {1}, found something else.</source>
        <translation>{1} 应为此版本 Tilescribe 的资料库索引，但发现其他内容。</translation>
    </message>
    <message>
        <source>Expected an undamaged index of the library in {1}, found a damaged one.</source>
        <translation>{1} 应为完好的资料库索引，但发现它已损坏。</translation>
    </message>
    <message>
        <source>Expected a profile&apos;s name to end in .sqlite, .json, .csv or .html, found {1}.</source>
        <translation>性能记录的名称应以 .sqlite、.json、.csv 或 .html 结尾，但收到 {1}。</translation>
    </message>
    <message>
        <source>The profile could not be saved as {1}</source>
        <translation>无法将性能记录保存为 {1}</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>性能记录</translation>
    </message>
    <message>
        <source>{1} names kind {2}, and there are {3}</source>
        <translation>{1} 引用了种类 {2}，但只有 {3} 种</translation>
    </message>
    <message>
        <source>record {1}</source>
        <translation>记录 {1}</translation>
    </message>
    <message>
        <source>record {1} starts at {2} ns and lasts {3} ns, {4} ns of them in ops inside</source>
        <translation>记录 {1} 始于 {2} ns，持续 {3} ns，其中 {4} ns 在内层算子中</translation>
    </message>
    <message>
        <source>record {1} starts before the one in front of it</source>
        <translation>记录 {1} 的起点早于前一条</translation>
    </message>
    <message>
        <source>record {1} is of layer {2}</source>
        <translation>记录 {1} 属于第 {2} 层</translation>
    </message>
    <message>
        <source>record {1} has a count that is negative or beyond all measure</source>
        <translation>记录 {1} 有负数或过大的计数</translation>
    </message>
    <message>
        <source>total {1}</source>
        <translation>总计 {1}</translation>
    </message>
    <message>
        <source>total {1} is of layer {2}</source>
        <translation>总计 {1} 属于第 {2} 层</translation>
    </message>
    <message>
        <source>total {1} has a sum that is negative or beyond all measure</source>
        <translation>总计 {1} 有负数或过大的总和</translation>
    </message>
    <message>
        <source>span {1} has a time or a count beyond all measure</source>
        <translation>区间 {1} 的时间或计数过大</translation>
    </message>
    <message>
        <source>span {1} starts before the one in front of it</source>
        <translation>区间 {1} 的起点早于前一个</translation>
    </message>
    <message>
        <source>token {1} has a time beyond all measure</source>
        <translation>词元 {1} 的时间过大</translation>
    </message>
    <message>
        <source>token {1} is earlier than the one before</source>
        <translation>词元 {1} 早于前一个</translation>
    </message>
    <message>
        <source>window {1} has a value beyond all measure</source>
        <translation>窗口 {1} 有过大的值</translation>
    </message>
    <message>
        <source>window {1} has the index {2} out of order</source>
        <translation>窗口 {1} 的索引 {2} 顺序错误</translation>
    </message>
    <message>
        <source>reading {1} of the memory is out of order or beyond all measure</source>
        <translation>内存读数 {1} 顺序错误或过大</translation>
    </message>
    <message>
        <source>kind {1} is of no known activity</source>
        <translation>种类 {1} 不是已知的活动</translation>
    </message>
    <message>
        <source>its duration or its cost is beyond all measure</source>
        <translation>其时长或开销过大</translation>
    </message>
    <message>
        <source>a count of its records is negative</source>
        <translation>其记录的计数为负数</translation>
    </message>
    <message>
        <source>more tokens of its drafts were accepted than checked</source>
        <translation>其草稿中接受的词元多于检查的词元</translation>
    </message>
    <message>
        <source>a ceiling is no rate</source>
        <translation>有一个上限不是速率</translation>
    </message>
    <message>
        <source>it holds the {1} {2}</source>
        <translation>其中的 {1} 为 {2}</translation>
    </message>
    <message>
        <source>the numbers of its {1} have gaps</source>
        <translation>其 {1} 的编号有缺失</translation>
    </message>
    <message>
        <source>record {1} names launch {2}, and there are {3}</source>
        <translation>记录 {1} 引用了启动 {2}，但只有 {3} 次</translation>
    </message>
    <message>
        <source>a duration names bucket {1} of total {2}</source>
        <translation>一个时长引用了总计 {2} 的分组 {1}</translation>
    </message>
    <message>
        <source>it has no heading</source>
        <translation>它没有标题</translation>
    </message>
    <message>
        <source>its digest is another one</source>
        <translation>它的摘要值不符</translation>
    </message>
    <message>
        <source>Expected a profile that Tilescribe saved (.sqlite) in {1}, found {2}.</source>
        <translation>{1} 应为 Tilescribe 保存的性能记录 (.sqlite)，但发现{2}。</translation>
    </message>
    <message>
        <source>a folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>no regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>an empty file</source>
        <translation>空文件</translation>
    </message>
    <message>
        <source>a file of another kind</source>
        <translation>其他类型的文件</translation>
    </message>
    <message>
        <source>a database of another program</source>
        <translation>其他程序的数据库</translation>
    </message>
    <message>
        <source>Expected version {1} of the profile in {2}, found version {3}: a newer Tilescribe saved it.</source>
        <translation>{2} 中的性能记录应为版本 {1}，但发现版本 {3}：它由更新的 Tilescribe 保存。</translation>
    </message>
    <message>
        <source>Expected version {1} to {2} of the profile in {3}, found version {4}.</source>
        <translation>{3} 中的性能记录应为版本 {1} 至 {2}，但发现版本 {4}。</translation>
    </message>
    <message>
        <source>its table {1} is missing</source>
        <translation>缺少表 {1}</translation>
    </message>
    <message>
        <source>its table {1} is another one</source>
        <translation>表 {1} 不符</translation>
    </message>
    <message>
        <source>{1} is damaged</source>
        <translation>{1} 已损坏</translation>
    </message>
    <message>
        <source>Expected {1} called {2} for the report, found none.</source>
        <translation>报告应有名为 {2} 的{1}，但没有找到。</translation>
    </message>
    <message>
        <source>waveforms</source>
        <translation>波形</translation>
    </message>
    <message>
        <source>waveform</source>
        <translation>波形</translation>
    </message>
    <message>
        <source>Expected a readable file at {1}, found {2}.</source>
        <translation>{1} 应为可读取的文件，但发现{2}。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>没有</translation>
    </message>
    <message>
        <source>one that cannot be reached: {1}</source>
        <translation>无法访问：{1}</translation>
    </message>
    <message>
        <source>a device, a pipe or a socket</source>
        <translation>设备、管道或套接字</translation>
    </message>
    <message>
        <source>one that cannot be opened: {1}</source>
        <translation>无法打开：{1}</translation>
    </message>
    <message>
        <source>a read error</source>
        <translation>读取错误</translation>
    </message>
    <message>
        <source>Expected numbers that fit a double in {1}, found a larger one.</source>
        <translation>{1} 中的数字应在 double 范围内，但发现更大的数。</translation>
    </message>
    <message>
        <source>Expected a complete JSON document in {1}, but parsing fails at byte {2} of {3}.</source>
        <translation>{1} 应为完整的 JSON 文档，但在第 {2} 字节（共 {3}）处解析失败。</translation>
    </message>
    <message>
        <source>an array of {1}</source>
        <translation>含 {1} 个元素的数组</translation>
    </message>
    <message>
        <source>the string {1}</source>
        <translation>字符串 {1}</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>Expected {1} in {2} to be {3}, found {4}.</source>
        <translation>{2} 中的 {1} 应为{3}，但发现{4}。</translation>
    </message>
    <message>
        <source>the document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Expected the token {1}, which the prompt needs, among the added tokens in {2}, found none.</source>
        <translation>{2} 的附加词元中应有提示词所需的词元 {1}，但没有找到。</translation>
    </message>
    <message>
        <source>Expected the token &lt;|pad|&gt; in {1} to have the checkpoint&apos;s audio_token_id {2}, found {3}.</source>
        <translation>{1} 中的词元 &lt;|pad|&gt; 应为检查点的 audio_token_id {2}，但发现 {3}。</translation>
    </message>
    <message>
        <source>Expected 0 or more audio tokens for a prompt, found {1}.</source>
        <translation>提示词应有 0 个或更多音频词元，但收到 {1}。</translation>
    </message>
    <message>
        <source>Expected an instruction of at least one word for the model, found {1}.</source>
        <translation>给模型的指令至少应有一个词，但收到 {1}。</translation>
    </message>
    <message>
        <source>Expected {1} times the token &lt;|pad|&gt; in a prompt for {1} audio tokens, found {2}: the instruction {3} holds it too.</source>
        <translation>{1} 个音频词元的提示词中应有 {1} 个词元 &lt;|pad|&gt;，但发现 {2} 个：指令 {3} 中也有它。</translation>
    </message>
    <message>
        <source>Expected a regular expression that PCRE2 accepts as the split pattern in {1}, found an error at byte {2} of it: {3}.</source>
        <translation>{1} 中的切分模式应为 PCRE2 接受的正则表达式，但在第 {2} 字节处发现错误：{3}。</translation>
    </message>
    <message>
        <source>Expected the tokenizer&apos;s split pattern to match within its limits, but at byte {1} of the text PCRE2 says: {2}.</source>
        <translation>分词器的切分模式应在限制内匹配，但在文本的第 {1} 字节处 PCRE2 报告：{2}。</translation>
    </message>
    <message>
        <source>Expected the tokenizer&apos;s split pattern to take at most {1} steps for a text of {2} bytes, but it takes more.</source>
        <translation>分词器的切分模式对 {2} 字节的文本最多应走 {1} 步，但它需要更多。</translation>
    </message>
    <message>
        <source>Expected the tokenizer&apos;s split pattern to take at most {1} s of processor time for a text of {2} bytes, but it takes more.</source>
        <translation>分词器的切分模式对 {2} 字节的文本最多应占用 {1} 秒处理器时间，但它需要更多。</translation>
    </message>
    <message>
        <source>Expected the tokenizer&apos;s split pattern to find matches one after another, but at byte {1} of the text it goes back (it uses \K).</source>
        <translation>分词器的切分模式应依次向后匹配，但在文本的第 {1} 字节处回退（它使用了 \K）。</translation>
    </message>
    <message>
        <source>Expected the vocabulary in {1} to have a piece for every byte, found none for byte {2} (&quot;{3}&quot;).</source>
        <translation>{1} 中的词表应包含每个字节的词片，但没有字节 {2}（“{3}”）的词片。</translation>
    </message>
    <message>
        <source>an object of pieces and ids</source>
        <translation>由词片和编号组成的对象</translation>
    </message>
    <message>
        <source>{1} for {2}</source>
        <translation>{2} 的 {1}</translation>
    </message>
    <message>
        <source>an id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>a string of at least one character</source>
        <translation>至少一个字符的字符串</translation>
    </message>
    <message>
        <source>a string of at most {1} bytes</source>
        <translation>最多 {1} 字节的字符串</translation>
    </message>
    <message>
        <source>an object of pieces of at most {1} bytes</source>
        <translation>由最多 {1} 字节的片段组成的对象</translation>
    </message>
    <message>
        <source>false (matching around words or blanks is not supported)</source>
        <translation>false（不支持按词或空白匹配）</translation>
    </message>
    <message>
        <source>{1}, which {2} has already</source>
        <translation>{1}，{2} 已有此编号</translation>
    </message>
    <message>
        <source>a token that is not listed before</source>
        <translation>之前没有列出的词元</translation>
    </message>
    <message>
        <source>Expected the {1} tokens in {2} to have ids below {3}, found id {4} for {5}.</source>
        <translation>{2} 中的 {1} 个词元的编号应小于 {3}，但发现 {5} 的编号为 {4}。</translation>
    </message>
    <message>
        <source>Expected the {1} tokens in {2} to have different ids, found id {3} twice, for {4} and {5}.</source>
        <translation>{2} 中的 {1} 个词元的编号应互不相同，但编号 {3} 出现两次：{4} 和 {5}。</translation>
    </message>
    <message>
        <source>&quot;left right&quot; or [&quot;left&quot;, &quot;right&quot;]</source>
        <translation>&quot;left right&quot; 或 [&quot;left&quot;, &quot;right&quot;]</translation>
    </message>
    <message>
        <source>a merge of pieces in the vocabulary</source>
        <translation>由词表中的词片组成的合并规则</translation>
    </message>
    <message>
        <source>the unknown piece {1}</source>
        <translation>未知词片 {1}</translation>
    </message>
    <message>
        <source>absent, since ByteLevel comes last</source>
        <translation>无，因为 ByteLevel 在最后</translation>
    </message>
    <message>
        <source>absent behind {1} others that split</source>
        <translation>无，因为前面已有 {1} 个切分项</translation>
    </message>
    <message>
        <source>&quot;Isolated&quot;</source>
        <translation>&quot;Isolated&quot;</translation>
    </message>
    <message>
        <source>false</source>
        <translation>false</translation>
    </message>
    <message>
        <source>&quot;Split&quot; or &quot;ByteLevel&quot;</source>
        <translation>&quot;Split&quot; 或 &quot;ByteLevel&quot;</translation>
    </message>
    <message>
        <source>a pre-tokenizer that ends in ByteLevel</source>
        <translation>以 ByteLevel 结尾的预分词器</translation>
    </message>
    <message>
        <source>null (normalizers are not supported)</source>
        <translation>null（不支持规范化器）</translation>
    </message>
    <message>
        <source>one of type {1}</source>
        <translation>类型为 {1} 的值</translation>
    </message>
    <message>
        <source>null or 0</source>
        <translation>null 或 0</translation>
    </message>
    <message>
        <source>null or an empty string</source>
        <translation>null 或空字符串</translation>
    </message>
    <message>
        <source>The folder for {1}, &apos;{2}&apos;, can&apos;t be made: {3}.</source>
        <translation>无法创建{1}的文件夹“{2}”：{3}。</translation>
    </message>
    <message>
        <source>The {1} could not be saved as {2}: {3}.</source>
        <translation>无法将{1}保存为 {2}：{3}。</translation>
    </message>
    <message>
        <source>that is a folder</source>
        <translation>那是文件夹</translation>
    </message>
    <message>
        <source>that is not a regular file</source>
        <translation>那不是普通文件</translation>
    </message>
    <message>
        <source>The checkpoint {1} holds {2} twice, as {3} and as {4}.</source>
        <translation>检查点 {1} 中有两个 {2}：{3} 和 {4}。</translation>
    </message>
    <message>
        <source>The tensors of {1} do not fit its config.json: of {2} expected, {3} are missing, {4} have another shape and {5} another dtype; {6} are unknown.</source>
        <translation>{1} 的张量与其 config.json 不符：应有 {2} 个，其中 {3} 个缺失，{4} 个形状不同，{5} 个数据类型不同；另有 {6} 个未知。</translation>
    </message>
    <message>
        <source>The tensor {1} was asked for, but the checkpoint has none of that name.</source>
        <translation>要求使用张量 {1}，但检查点中没有该名称的张量。</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>a value of {1} characters</source>
        <translation>长度为 {1} 个字符的值</translation>
    </message>
    <message>
        <source>In {1}, {2} should be {3}, but it is {4}.</source>
        <translation>在 {1} 中，{2} 应为{3}，但它是{4}。</translation>
    </message>
    <message>
        <source>a whole number from {1} to {2}</source>
        <translation>{1} 至 {2} 的整数</translation>
    </message>
    <message>
        <source>a number from {1} to {2}</source>
        <translation>{1} 至 {2} 的数字</translation>
    </message>
    <message>
        <source>At most {1} bytes were expected in {2}, but it has {3}.</source>
        <translation>{2} 最多应有 {1} 字节，但它有 {3} 字节。</translation>
    </message>
    <message>
        <source>JSON nested at most {1} deep was expected in {2}, but it goes deeper.</source>
        <translation>{2} 中的 JSON 嵌套最多应为 {1} 层，但它更深。</translation>
    </message>
    <message>
        <source>At most {1} values were expected in {2}, but it has more.</source>
        <translation>{2} 最多应有 {1} 个值，但它有更多。</translation>
    </message>
    <message>
        <source>The file {1} is not valid JSON (at byte {2}).</source>
        <translation>文件 {1} 不是有效的 JSON（位于第 {2} 字节）。</translation>
    </message>
    <message>
        <source>A JSON object was expected in {1}, but it holds {2}.</source>
        <translation>{1} 应为 JSON 对象，但其中是{2}。</translation>
    </message>
    <message>
        <source>The file {1} could not be read: {2}.</source>
        <translation>无法读取文件 {1}：{2}。</translation>
    </message>
    <message>
        <source>A regular file was expected at {1}, but it is something else.</source>
        <translation>{1} 应为普通文件，但它不是。</translation>
    </message>
    <message>
        <source>The file {1} became shorter while it was read: it had {2} bytes, and now it has {3}.</source>
        <translation>文件 {1} 在读取时变短：原有 {2} 字节，现在为 {3} 字节。</translation>
    </message>
    <message>
        <source>The file {1} could not be read whole: it was changed, or its disk failed.</source>
        <translation>无法完整读取文件 {1}：它已被修改，或其磁盘出现故障。</translation>
    </message>
    <message>
        <source>even, for rotary embeddings</source>
        <translation>偶数，用于旋转位置嵌入</translation>
    </message>
    <message>
        <source>a number of heads that divides {1} into an even head size (head_dim is missing)</source>
        <translation>能将 {1} 等分为偶数头尺寸的头数（缺少 head_dim）</translation>
    </message>
    <message>
        <source>a share that turns an even number of the {1} dims of a head</source>
        <translation>能旋转一个头 {1} 个维度中偶数个的比例</translation>
    </message>
    <message>
        <source>{1} (4 times hidden_size: the projector joins 4 frames)</source>
        <translation>{1}（hidden_size 的 4 倍：投影层合并 4 帧）</translation>
    </message>
    <message>
        <source>{1} (as many as num_attention_heads in the encoder)</source>
        <translation>{1}（与编码器的 num_attention_heads 相同）</translation>
    </message>
    <message>
        <source>a number of heads whose size is a multiple of 4</source>
        <translation>使头尺寸为 4 的倍数的头数</translation>
    </message>
    <message>
        <source>a divisor of the {1} attention heads</source>
        <translation>{1} 个注意力头的约数</translation>
    </message>
    <message>
        <source>a number of heads of {1} values each with at most {2} values in all</source>
        <translation>使各含 {1} 个值的头合计最多 {2} 个值的头数</translation>
    </message>
    <message>
        <source>a number of layers of {1} heads each with at most {2} heads in all</source>
        <translation>使各含 {1} 个头的层合计最多 {2} 个头的层数</translation>
    </message>
    <message>
        <source>a number of layers that keep {1} values of a token each, and at most {2} in all</source>
        <translation>使每层为一个词元保存 {1} 个值、合计最多 {2} 个值的层数</translation>
    </message>
    <message>
        <source>1 (RoPE turns a whole head of the decoder)</source>
        <translation>1（RoPE 旋转解码器的整个头）</translation>
    </message>
    <message>
        <source>A model folder was expected at {1}, but nothing is there.</source>
        <translation>{1} 应为模型文件夹，但那里什么也没有。</translation>
    </message>
    <message>
        <source>A model folder was expected at {1}, but it is a file.</source>
        <translation>{1} 应为模型文件夹，但它是文件。</translation>
    </message>
    <message>
        <source>The folder {1} holds no model: it has no config.json.</source>
        <translation>文件夹 {1} 中没有模型：它没有 config.json。</translation>
    </message>
    <message>
        <source>&quot;glmasr&quot;</source>
        <translation>&quot;glmasr&quot;</translation>
    </message>
    <message>
        <source>true</source>
        <translation>true</translation>
    </message>
    <message>
        <source>Random weights should be f32 or bf16, but {1} was asked for.</source>
        <translation>随机权重应为 f32 或 bf16，但要求的是 {1}。</translation>
    </message>
    <message>
        <source>The tensor {1} was asked for, but the model has none of that name.</source>
        <translation>要求使用张量 {1}，但模型中没有该名称的张量。</translation>
    </message>
    <message>
        <source>Numbers below 2^63 were expected in {1}, but it holds {2}.</source>
        <translation>{1} 中应为小于 2^63 的数字，但其中是{2}。</translation>
    </message>
    <message>
        <source>The tensor {1} was expected but is missing.</source>
        <translation>应有张量 {1}，但它缺失。</translation>
    </message>
    <message>
        <source>Floating-point numbers were expected in {1}, but it holds {2}.</source>
        <translation>{1} 中应为浮点数，但其中是{2}。</translation>
    </message>
    <message>
        <source>Integers were expected in {1}, but it holds {2}.</source>
        <translation>{1} 中应为整数，但其中是{2}。</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>a truth value</source>
        <translation>真假值</translation>
    </message>
    <message>
        <source>the number {1}</source>
        <translation>数字 {1}</translation>
    </message>
    <message>
        <source>binary data</source>
        <translation>二进制数据</translation>
    </message>
    <message>
        <source>the tensor {1} has a dimension of {2}</source>
        <translation>张量 {1} 有一个为 {2} 的维度</translation>
    </message>
    <message>
        <source>the tensor {1} has more than {2} dimensions</source>
        <translation>张量 {1} 的维度多于 {2} 个</translation>
    </message>
    <message>
        <source>the tensor {1} has more than two data_offsets</source>
        <translation>张量 {1} 的 data_offsets 多于两个</translation>
    </message>
    <message>
        <source>the text &quot;{1}&quot;</source>
        <translation>文本“{1}”</translation>
    </message>
    <message>
        <source>the name {1} appears twice</source>
        <translation>名称 {1} 出现两次</translation>
    </message>
    <message>
        <source>the tensor {1} has the unknown field {2}</source>
        <translation>张量 {1} 有未知字段 {2}</translation>
    </message>
    <message>
        <source>the tensor {1} has the field {2} twice</source>
        <translation>张量 {1} 的字段 {2} 出现两次</translation>
    </message>
    <message>
        <source>the tensor {1} lacks its dtype, its shape or its two data_offsets</source>
        <translation>张量 {1} 缺少数据类型、形状或两个 data_offsets</translation>
    </message>
    <message>
        <source>The header of {1} is not valid JSON (at byte {2}).</source>
        <translation>{1} 的文件头不是有效的 JSON（位于第 {2} 字节）。</translation>
    </message>
    <message>
        <source>The header of {1} is not that of a safetensors file: {2}.</source>
        <translation>{1} 的文件头不是 safetensors 文件的文件头：{2}。</translation>
    </message>
    <message>
        <source>its start</source>
        <translation>其开头</translation>
    </message>
    <message>
        <source>the value of {1}</source>
        <translation>{1} 的值</translation>
    </message>
    <message>
        <source>{1} stands where it may not, at {2} of {3}</source>
        <translation>{1} 不应出现在此处，位于 {3} 的 {2}</translation>
    </message>
    <message>
        <source>{1} stands where it may not, at {2}</source>
        <translation>{1} 不应出现在此处，位于 {2}</translation>
    </message>
    <message>
        <source>The tensor {1} in {2}</source>
        <translation>{2} 中的张量 {1}</translation>
    </message>
    <message>
        <source>{1} has the unknown dtype {2}.</source>
        <translation>{1} 的数据类型 {2} 未知。</translation>
    </message>
    <message>
        <source>{1} begins at byte {2} of the data and ends before, at {3}.</source>
        <translation>{1} 始于数据的第 {2} 字节，却在此之前的第 {3} 字节结束。</translation>
    </message>
    <message>
        <source>{1} has a shape larger than any file.</source>
        <translation>{1} 的形状大于任何文件。</translation>
    </message>
    <message>
        <source>{1} should have {2} bytes by its shape and dtype, but has {3} by its offsets.</source>
        <translation>按形状和数据类型，{1} 应有 {2} 字节，但按偏移量有 {3} 字节。</translation>
    </message>
    <message>
        <source>A safetensors file of at least 8 bytes was expected, but {1} has {2}.</source>
        <translation>应为至少 8 字节的 safetensors 文件，但 {1} 有 {2} 字节。</translation>
    </message>
    <message>
        <source>The file {1} is a Git LFS pointer, not the weights: run `git lfs pull` in its folder.</source>
        <translation>文件 {1} 是 Git LFS 指针，而不是权重：请在其文件夹中运行 `git lfs pull`。</translation>
    </message>
    <message>
        <source>The file {1} is not a safetensors file: its header should have 1 to {2} bytes, but claims {3}.</source>
        <translation>文件 {1} 不是 safetensors 文件：其文件头应有 1 至 {2} 字节，但它声称有 {3} 字节。</translation>
    </message>
    <message>
        <source>The file {1} is cut off: its header ends at byte {2}, but the file has {3} bytes.</source>
        <translation>文件 {1} 不完整：其文件头结束于第 {2} 字节，但文件只有 {3} 字节。</translation>
    </message>
    <message>
        <source>The file {1} is cut off: its tensors need {2} bytes after the header, but {3} are there.</source>
        <translation>文件 {1} 不完整：其张量在文件头之后需要 {2} 字节，但只有 {3} 字节。</translation>
    </message>
    <message>
        <source>The tensors {1} and {2} overlap in {3}.</source>
        <translation>{3} 中的张量 {1} 和 {2} 重叠。</translation>
    </message>
    <message>
        <source>The index {1} should list names of .safetensors files beside it, but lists &quot;{2}&quot;.</source>
        <translation>索引 {1} 应列出其旁边的 .safetensors 文件名，但列出了“{2}”。</translation>
    </message>
    <message>
        <source>it is in {1}</source>
        <translation>它在 {1} 中</translation>
    </message>
    <message>
        <source>it is in none of the shards</source>
        <translation>它不在任何分片中</translation>
    </message>
    <message>
        <source>A weight_map with names of tensors was expected in {1}, but there is none.</source>
        <translation>{1} 中应有包含张量名称的 weight_map，但没有。</translation>
    </message>
    <message>
        <source>The index {1} should name a file for the tensor {2}, but says {3}.</source>
        <translation>索引 {1} 应指明张量 {2} 的文件，但它写的是 {3}。</translation>
    </message>
    <message>
        <source>The file {1} is missing: {2} lists it as a part of the checkpoint.</source>
        <translation>文件 {1} 缺失：{2} 将其列为检查点的一部分。</translation>
    </message>
    <message>
        <source>The tensor {1} should be in {2} by the index, but {3}.</source>
        <translation>按索引，张量 {1} 应在 {2} 中，但{3}。</translation>
    </message>
    <message>
        <source>Weights were expected in {1}, but it has neither model.safetensors nor model.safetensors.index.json.</source>
        <translation>{1} 中应有权重，但它既没有 model.safetensors，也没有 model.safetensors.index.json。</translation>
    </message>
    <message>
        <source>A tensor of at most 4 dimensions was expected, but it has {1}.</source>
        <translation>张量应至多有 4 个维度，但它有 {1} 个。</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>{1} has changed since its transcription was interrupted, so it is transcribed from its beginning.</source>
        <translation>{1} 在转写中断后已被修改，因此从头开始转写。</translation>
    </message>
    <message>
        <source>{1} in {2} ({3})</source>
        <translation>{2} 中的 {1}（{3}）</translation>
    </message>
    <message>
        <source>{1} ({2})</source>
        <translation>{1}（{2}）</translation>
    </message>
    <message>
        <source>The text of {1} was begun by {2}, and {3} is open now, so it is transcribed from its beginning.</source>
        <translation>{1} 的文本由 {2} 开始，而现在打开的是 {3}，因此从头开始转写。</translation>
    </message>
    <message>
        <source>{1} Next attempt in {2} s.</source>
        <translation>{1}{2} 秒后再次尝试。</translation>
    </message>
    <message>
        <source>{1}. {2}</source>
        <translation>{1}。{2}</translation>
    </message>
    <message numerus="yes">
        <source>Its transcription was begun {1} time(s) and did not end, so it is set aside.</source>
        <translation>
            <numerusform>它的转写已开始 {1} 次但都没有完成，因此先放到一边。</numerusform>
        </translation>
    </message>
    <message>
        <source>Expected the model of the plan, {1}, found another {2} in {3}.</source>
        <translation>应为计划所用的模型 {1}，但在 {3} 中找到了另一个：{2}。</translation>
    </message>
    <message>
        <source>The marks of {1} in {2} can&apos;t be removed.</source>
        <translation>无法删除 {2} 中 {1} 的标记。</translation>
    </message>
    <message>
        <source>script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>libcrypto has no SHA-256 here.</source>
        <translation>此处的 libcrypto 没有 SHA-256。</translation>
    </message>
    <message>
        <source>libcrypto could not compute a SHA-256.</source>
        <translation>libcrypto 无法计算 SHA-256。</translation>
    </message>
    <message>
        <source>Expected a file that can be read at {1}, found: {2}.</source>
        <translation>{1} 应为可以读取的文件，但结果是：{2}。</translation>
    </message>
    <message>
        <source>{1} can&apos;t be looked at: {2}.</source>
        <translation>无法查看 {1}：{2}。</translation>
    </message>
    <message>
        <source>{1} can&apos;t be made: {2}.</source>
        <translation>无法创建 {1}：{2}。</translation>
    </message>
    <message>
        <source>a text without NUL</source>
        <translation>不含 NUL 的文本</translation>
    </message>
    <message>
        <source>an absolute path</source>
        <translation>绝对路径</translation>
    </message>
    <message>
        <source>64 hexadecimal digits</source>
        <translation>64 位十六进制数字</translation>
    </message>
    <message>
        <source>a number from 0 to {1}</source>
        <translation>0 到 {1} 之间的数</translation>
    </message>
    <message>
        <source>one of {1}</source>
        <translation>{1} 之一</translation>
    </message>
    <message>
        <source>a whole number from 0 on</source>
        <translation>不小于 0 的整数</translation>
    </message>
    <message>
        <source>Expected {1} as {2} in the manifest {3}, found {4}.</source>
        <translation>清单 {3} 中的 {1} 应为{2}，但收到 {4}。</translation>
    </message>
    <message>
        <source>Expected {1} in the manifest {2}, found none.</source>
        <translation>清单 {2} 中应有 {1}，但没有找到。</translation>
    </message>
    <message>
        <source>a plain name</source>
        <translation>普通的名称</translation>
    </message>
    <message>
        <source>Expected an archive with a manifest at {1}, found none; archive plan makes one.</source>
        <translation>{1} 应为带清单的归档，但没有找到清单；archive plan 可以创建它。</translation>
    </message>
    <message>
        <source>Expected at most {1} files in an archive, found {2}; plan several archives.</source>
        <translation>一个归档最多应有 {1} 个文件，但找到了 {2} 个；请计划多个归档。</translation>
    </message>
    <message>
        <source>version {1}</source>
        <translation>版本 {1}</translation>
    </message>
    <message>
        <source>manifest</source>
        <translation>清单</translation>
    </message>
    <message>
        <source>The index in {1} could not be written</source>
        <translation>无法写入 {1} 中的索引</translation>
    </message>
    <message>
        <source>The result {1} is damaged; delete it, and run shard {2} again.</source>
        <translation>结果 {1} 已损坏；请删除它，然后重新运行第 {2} 个分片。</translation>
    </message>
    <message numerus="yes">
        <source>{1} file(s) of {2} must still be transcribed; --partial merges the others.</source>
        <translation>
            <numerusform>{2} 个文件中还有 {1} 个需要转写；--partial 只合并其余文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>the merged archive</source>
        <translation>合并后的归档</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>list of failures</source>
        <translation>失败列表</translation>
    </message>
    <message>
        <source>index</source>
        <translation>索引</translation>
    </message>
    <message>
        <source>The folder {1} can&apos;t be searched: {2}.</source>
        <translation>无法搜索文件夹 {1}：{2}。</translation>
    </message>
    <message>
        <source>Expected a folder, a media file or a list of files at {1}, found none.</source>
        <translation>{1} 应为文件夹、媒体文件或文件列表，但什么也没有找到。</translation>
    </message>
    <message>
        <source>Expected a text with a path a line in the list {1}, found other bytes.</source>
        <translation>列表 {1} 应为每行一个路径的文本，但收到其他字节。</translation>
    </message>
    <message>
        <source>The list {1} can&apos;t be read.</source>
        <translation>无法读取列表 {1}。</translation>
    </message>
    <message>
        <source>Expected names in UTF-8, found {1}; rename it first.</source>
        <translation>名称应为 UTF-8，但收到 {1}；请先重命名。</translation>
    </message>
    <message>
        <source>Expected a regular file at {1}, found something else.</source>
        <translation>{1} 应为普通文件，但找到的是别的东西。</translation>
    </message>
    <message>
        <source>Expected a folder of the archive at {1}, found a link or a file.</source>
        <translation>{1} 应为归档的文件夹，但找到的是链接或文件。</translation>
    </message>
    <message>
        <source>The model&apos;s folder {1} can&apos;t be read: {2}.</source>
        <translation>无法读取模型文件夹 {1}：{2}。</translation>
    </message>
    <message>
        <source>{1} holds an archive already; --again plans it anew and keeps what is transcribed.</source>
        <translation>{1} 中已有归档；--again 会重新计划，并保留已转写的内容。</translation>
    </message>
    <message>
        <source>Expected audio or video files, found none.</source>
        <translation>应有音频或视频文件，但没有找到。</translation>
    </message>
    <message>
        <source>the archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Expected the folder {1} with audio on this machine, found none.</source>
        <translation>本机上应有存放音频的文件夹 {1}，但没有找到。</translation>
    </message>
    <message>
        <source>There is no file {1} any more.</source>
        <translation>文件 {1} 已不存在。</translation>
    </message>
    <message>
        <source>{1} has changed since it was planned; archive plan --again takes it as it is now.</source>
        <translation>{1} 在计划之后有改动；archive plan --again 会采用它现在的内容。</translation>
    </message>
    <message>
        <source>failure</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>The shard&apos;s file {1} can&apos;t be opened: {2}.</source>
        <translation>无法打开分片的文件 {1}：{2}。</translation>
    </message>
    <message>
        <source>A file with words holds a value where an object is expected.</source>
        <translation>词语文件中应为对象的地方是一个值。</translation>
    </message>
    <message>
        <source>The key “{1}” is not known in a file with words.</source>
        <translation>词语文件中不认识键“{1}”。</translation>
    </message>
    <message>
        <source>“{1}” should be a text in a file with words.</source>
        <translation>词语文件中的“{1}”应为文本。</translation>
    </message>
    <message>
        <source>“{1}” should be true or false in a file with words.</source>
        <translation>词语文件中的“{1}”应为 true 或 false。</translation>
    </message>
    <message>
        <source>“{1}” should be a list in a file with words.</source>
        <translation>词语文件中的“{1}”应为列表。</translation>
    </message>
    <message>
        <source>“{1}” should be a list of texts in a file with words.</source>
        <translation>词语文件中的“{1}”应为文本列表。</translation>
    </message>
    <message>
        <source>Filler words are known in english and chinese; found “{1}”.</source>
        <translation>语气词支持 english 和 chinese；收到“{1}”。</translation>
    </message>
    <message>
        <source>The format of a file with words is “{1}”.</source>
        <translation>词语文件的格式是“{1}”。</translation>
    </message>
    <message>
        <source>The version of a file with words is 1; a newer program wrote this one.</source>
        <translation>词语文件的版本应为 1；这个文件由更新的程序写成。</translation>
    </message>
    <message>
        <source>{1} is not the JSON of a file with words.</source>
        <translation>{1} 不是词语文件的 JSON。</translation>
    </message>
    <message>
        <source>{1}: {2}</source>
        <translation>{1}：{2}</translation>
    </message>
    <message>
        <source>Expected a readable file with words at {1}.</source>
        <translation>{1} 应为可以读取的词语文件。</translation>
    </message>
    <message>
        <source>{1} has {2} bytes, which is too long for a file with words.</source>
        <translation>{1} 有 {2} 字节，对词语文件来说太长。</translation>
    </message>
    <message>
        <source>words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>The words are not JSON.</source>
        <translation>这些词语不是 JSON。</translation>
    </message>
    <message>
        <source>“{1}” can&apos;t be looked for: {2}.</source>
        <translation>无法查找“{1}”：{2}。</translation>
    </message>
    <message>
        <source>The regular expression “{1}” is wrong at character {2}: {3}.</source>
        <translation>正则表达式“{1}”在第 {2} 个字符处有误：{3}。</translation>
    </message>
    <message>
        <source>The regular expression “{1}” takes too many steps, so it is left out.</source>
        <translation>正则表达式“{1}”需要的步骤太多，因此不予采用。</translation>
    </message>
    <message>
        <source>The rule for “{1}” makes a text longer than {2} bytes, so it is left out there.</source>
        <translation>“{1}”的规则会使文本超过 {2} 字节，因此在那里不予采用。</translation>
    </message>
    <message>
        <source>Expected at most {1} rules for words, found {2}.</source>
        <translation>词语规则最多应有 {1} 条，但找到了 {2} 条。</translation>
    </message>
    <message>
        <source>Expected at most {1} bytes in a text of a rule for words, found {2}.</source>
        <translation>词语规则中的一段文本最多应有 {1} 字节，但找到了 {2} 字节。</translation>
    </message>
    <message>
        <source>Nothing that this computer plays can be heard: the sound server has no output.</source>
        <translation>听不到这台电脑播放的声音：声音服务器没有输出。</translation>
    </message>
    <message>
        <source>Expected a readable file at {1}, found: {2}.</source>
        <translation>{1} 应为可以读取的文件，但结果是：{2}。</translation>
    </message>
    <message>
        <source>Expected the waiting files in {1}, found damaged JSON: {2}.</source>
        <translation>{1} 中应为等待的文件，但找到损坏的 JSON：{2}。</translation>
    </message>
    <message>
        <source>Expected the waiting files in {1} in version {2}, found version {3}.</source>
        <translation>{1} 中等待的文件应为版本 {2}，但找到版本 {3}。</translation>
    </message>
    <message>
        <source>The waiting files could not be written to {1}: {2}.</source>
        <translation>无法将等待的文件写入 {1}：{2}。</translation>
    </message>
    <message>
        <source>Expected an answer in JSON, found: {1}</source>
        <translation>需要 JSON 格式的回答，收到：{1}</translation>
    </message>
    <message>
        <source>Expected the answer of a model, found a failure: {1}</source>
        <translation>需要模型的回答，收到的是错误：{1}</translation>
    </message>
    <message>
        <source>Expected the answer of a chat model, found: {1}</source>
        <translation>需要对话模型的回答，收到：{1}</translation>
    </message>
    <message>
        <source>Expected a whole answer, found one that was cut off because it became too long for the model.</source>
        <translation>需要完整的回答，但回答超出模型的长度限制而被截断。</translation>
    </message>
    <message>
        <source>Expected a text for segment {1}, found an empty one.</source>
        <translation>需要第 {1} 个片段的文字，收到的是空白。</translation>
    </message>
    <message>
        <source>Expected about {2} characters for segment {1}, found {3}.</source>
        <translation>第 {1} 个片段应有大约 {2} 个字符，收到 {3} 个。</translation>
    </message>
    <message numerus="yes">
        <source>Expected the texts of {1} segment(s) as a JSON array, found: {2}</source>
        <translation>
            <numerusform>需要以 JSON 数组给出 {1} 个片段的文字，收到：{2}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Expected the texts of {1} segment(s), found {2}.</source>
        <translation>
            <numerusform>需要 {1} 个片段的文字，收到 {2} 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Expected a text with the number of its segment, found: {1}</source>
        <translation>需要带有片段编号的文字，收到：{1}</translation>
    </message>
    <message>
        <source>Expected one text for segment {1}, found another one.</source>
        <translation>第 {1} 个片段只应有一份文字，却又收到一份。</translation>
    </message>
    <message>
        <source>Expected the name of a model, found none.</source>
        <translation>需要模型的名称，但没有填写。</translation>
    </message>
    <message>
        <source>Expected a key of letters, digits and signs, found another character in it.</source>
        <translation>密钥只能由字母、数字和符号组成，但其中有其他字符。</translation>
    </message>
    <message>
        <source>Expected an answer from {1}, found that it leads to {2}. Nothing was sent there.</source>
        <translation>需要 {1} 的回答，但它转向 {2}。没有向那里发送任何内容。</translation>
    </message>
    <message>
        <source>Expected an answer from {1}, found the failure HTTP {2}.</source>
        <translation>需要 {1} 的回答，收到错误 HTTP {2}。</translation>
    </message>
    <message>
        <source>Expected an answer from {1}, found the failure HTTP {2}: {3}</source>
        <translation>需要 {1} 的回答，收到错误 HTTP {2}：{3}</translation>
    </message>
    <message>
        <source>Expected an address like http://localhost:11434/v1, found {1}.</source>
        <translation>地址应形如 http://localhost:11434/v1，收到 {1}。</translation>
    </message>
    <message>
        <source>Expected an answer of at most {1} bytes from {2}, found a longer one.</source>
        <translation>{2} 的回答最多可有 {1} 字节，收到的更长。</translation>
    </message>
    <message>
        <source>The network needs a part of the program that is missing: {1}</source>
        <translation>网络功能所需的程序部件缺失：{1}</translation>
    </message>
    <message>
        <source>It was changed meanwhile.</source>
        <translation>其间它已被更改。</translation>
    </message>
    <message>
        <source>It is not in the library any more.</source>
        <translation>它已不在资料库中。</translation>
    </message>
    <message>
        <source>It was corrected since.</source>
        <translation>它后来被更正过。</translation>
    </message>
    <message>
        <source>It is not in the list any more.</source>
        <translation>它已不在列表中。</translation>
    </message>
    <message>
        <source>It is in the list of files. Remove it there, then take it back.</source>
        <translation>它在文件列表中。请先在那里移除，再撤回替换。</translation>
    </message>
    <message>
        <source>It is just being opened.</source>
        <translation>它正在打开。</translation>
    </message>
    <message>
        <source>Its corrections could not be saved yet.</source>
        <translation>它的更正还未能保存。</translation>
    </message>
    <message>
        <source>{1} does not speak TLS as an address with https wants it: {2}.</source>
        <translation>{1} 不像以 https 开头的地址所要求的那样使用 TLS：{2}。</translation>
    </message>
    <message>
        <source>This needs a model on this machine; the engine remote only transcribes files.</source>
        <translation>这需要本机上的模型；引擎 remote 只转写文件。</translation>
    </message>
    <message>
        <source>server {1}</source>
        <translation>服务器 {1}</translation>
    </message>
    <message>
        <source>{1} does not accept the key.</source>
        <translation>{1} 不接受这个密钥。</translation>
    </message>
    <message>
        <source>{1} wants a key, and none was given.</source>
        <translation>{1} 需要密钥，但没有提供。</translation>
    </message>
    <message>
        <source>{1} has too much to do.</source>
        <translation>{1} 太忙。</translation>
    </message>
    <message>
        <source>{1} has too much to do: {2}</source>
        <translation>{1} 太忙：{2}</translation>
    </message>
    <message>
        <source>{1} can&apos;t say which models it has. {2}</source>
        <translation>{1} 无法说明它有哪些模型。{2}</translation>
    </message>
    <message numerus="yes">
        <source>After {1} attempt(s): {2}</source>
        <translation>
            <numerusform>尝试 {1} 次之后：{2}</numerusform>
        </translation>
    </message>
    <message>
        <source>{1} takes no sound: neither in a chat nor as a file. {2}</source>
        <translation>{1} 不接收声音：既不在对话中，也不作为文件。{2}</translation>
    </message>
    <message>
        <source>Expected the address of a server like http://localhost:8000, found {1}.</source>
        <translation>服务器地址应形如 http://localhost:8000，收到 {1}。</translation>
    </message>
    <message>
        <source>The server {1} was asked for.</source>
        <translation>指定了服务器 {1}。</translation>
    </message>
    <message>
        <source>The engine remote sends a file window by window; for --long joint take another engine.</source>
        <translation>引擎 remote 逐个窗口发送文件；要用 --long joint，请选择其他引擎。</translation>
    </message>
    <message>
        <source>Live text needs a model on this machine; the engine remote only transcribes files, such as this recording once it has ended.</source>
        <translation>实时文字需要本机上的模型；引擎 remote 只转写文件，例如结束之后的这段录音。</translation>
    </message>
    <message>
        <source>Expected a transcript from {1}, found: {2}</source>
        <translation>应从 {1} 收到转写文本，实际收到：{2}</translation>
    </message>
    <message>
        <source>Expected the list of its models from {1}, found: {2}</source>
        <translation>应从 {1} 收到它的模型列表，实际收到：{2}</translation>
    </message>
    <message>
        <source>Expected a model on {1}, found none in its list.</source>
        <translation>{1} 上应有模型，但它的列表是空的。</translation>
    </message>
    <message>
        <source>A profile measures one device, and {1} are open; name one with --gpu.</source>
        <translation>一次性能分析只能测量一个设备，而当前打开了 {1} 个；请用 --gpu 指定其中一个。</translation>
    </message>
    <message>
        <source>{1} is no longer used, and its work goes to the others: {2}</source>
        <translation>{1} 不再使用，其工作转交给其他设备：{2}</translation>
    </message>
    <message>
        <source>Each of the {1} devices needs a window at least, and {2} windows were asked for.</source>
        <translation>{1} 个设备各自至少需要一个窗口，而要求的窗口为 {2} 个。</translation>
    </message>
    <message>
        <source>GPUs run the engines cuda and cuda-baseline; the engine asked for is {1}.</source>
        <translation>GPU 运行的是引擎 cuda 和 cuda-baseline；要求的引擎是 {1}。</translation>
    </message>
    <message>
        <source>GPUs were asked for. {1}</source>
        <translation>要求使用 GPU。{1}</translation>
    </message>
    <message>
        <source>GPU {1} is not used: {2}</source>
        <translation>GPU {1} 未被使用：{2}</translation>
    </message>
    <message>
        <source>The GPUs {1} were asked for.</source>
        <translation>已按要求使用 GPU {1}。</translation>
    </message>
    <message>
        <source>while describing a tensor</source>
        <translation>描述张量时</translation>
    </message>
    <message>
        <source>Expected a prompt of at least one token, found none.</source>
        <translation>提示应至少有一个 token，但没有。</translation>
    </message>
    <message>
        <source>Expected token ids from 0 to {1} in the prompt, found {2}.</source>
        <translation>提示中的 token 编号应在 0 到 {1} 之间，但出现了 {2}。</translation>
    </message>
    <message>
        <source>Expected a prompt of token ids, because {1} has no vocabulary (tokenizer.json, or vocab.json with merges.txt); found a text.</source>
        <translation>{1} 没有词表（tokenizer.json，或 vocab.json 加 merges.txt），因此提示应为 token 编号，但给出的是文本。</translation>
    </message>
    <message>
        <source>Expected &quot;left right&quot; in line {1} of {2}, found {3}.</source>
        <translation>{2} 的第 {1} 行应为“左 右”的形式，但内容是 {3}。</translation>
    </message>
    <message>
        <source>Expected a merge of pieces in the vocabulary in line {1} of {2}, found the unknown piece {3}.</source>
        <translation>{2} 的第 {1} 行应合并词表中的片段，但片段 {3} 不在词表中。</translation>
    </message>
    <message>
        <source>The checkpoint {1} holds {2} twice, with and without &quot;transformer.&quot; before it.</source>
        <translation>检查点 {1} 中的 {2} 出现了两次，一次前面有“transformer.”，一次没有。</translation>
    </message>
    <message>
        <source>Expected a GPT-2 model at {1} (a folder with config.json and model.safetensors, or a model.pt of minGPT), found nothing.</source>
        <translation>{1} 处应有一个 GPT-2 模型（含 config.json 和 model.safetensors 的文件夹，或 minGPT 的 model.pt），但那里什么也没有。</translation>
    </message>
    <message>
        <source>Expected a matrix {1} in {2}, as in a model of minGPT; found none.</source>
        <translation>{2} 应像 minGPT 的模型那样含有矩阵 {1}，但没有。</translation>
    </message>
    <message>
        <source>&quot;gelu_new&quot;, &quot;gelu_pytorch_tanh&quot; or &quot;gelu&quot;</source>
        <translation>“gelu_new”、“gelu_pytorch_tanh”或“gelu”</translation>
    </message>
    <message>
        <source>the name of a configuration of minGPT, such as &quot;gpt-nano&quot;</source>
        <translation>minGPT 的一个配置名，例如“gpt-nano”</translation>
    </message>
    <message>
        <source>&quot;gpt2&quot;</source>
        <translation>“gpt2”</translation>
    </message>
    <message>
        <source>a divisor of n_embd ({1})</source>
        <translation>n_embd（{1}）的约数</translation>
    </message>
    <message>
        <source>Expected a number of heads in {1} that divides the width of {2}, found {3}.</source>
        <translation>{1} 中的注意力头数应能整除宽度 {2}，但它是 {3}。</translation>
    </message>
    <message>
        <source>Expected a config.json beside the weights whose &quot;model&quot; has n_head, because a model of {1} layers and width {2} has no name in minGPT; found none.</source>
        <translation>minGPT 没有 {1} 层、宽度 {2} 的命名配置，因此权重旁应有一个 config.json，其“model”中写明 n_head，但没有。</translation>
    </message>
    <message>
        <source>Expected one of {1} behind random:, found {2}.</source>
        <translation>random: 后面应为 {1} 之一，但它是 {2}。</translation>
    </message>
    <message>
        <source>something other than a dictionary</source>
        <translation>不是字典的内容</translation>
    </message>
    <message>
        <source>an entry that is not a tensor with a name</source>
        <translation>不是带名称的张量的条目</translation>
    </message>
    <message>
        <source>Expected nothing but the tensors of a state dict in {1}, found {2} at byte {3} of its pickle.</source>
        <translation>{1} 中应只有 state dict 的张量，但在其 pickle 的第 {3} 字节处发现：{2}。</translation>
    </message>
    <message>
        <source>its end in the middle</source>
        <translation>内容中途结束</translation>
    </message>
    <message>
        <source>a number of {1} bytes</source>
        <translation>一个 {1} 字节的数</translation>
    </message>
    <message>
        <source>a negative number of 8 bytes</source>
        <translation>一个 8 字节的负数</translation>
    </message>
    <message>
        <source>more than {1} values</source>
        <translation>超过 {1} 个值</translation>
    </message>
    <message>
        <source>an empty stack</source>
        <translation>空的栈</translation>
    </message>
    <message>
        <source>no mark on the stack</source>
        <translation>栈上没有标记</translation>
    </message>
    <message>
        <source>the unknown memo {1}</source>
        <translation>未知的备忘项 {1}</translation>
    </message>
    <message>
        <source>the name {1}.{2}, which is never called or imported</source>
        <translation>名称 {1}.{2}，它绝不会被调用或导入</translation>
    </message>
    <message>
        <source>two tensors of the same name</source>
        <translation>两个同名的张量</translation>
    </message>
    <message>
        <source>a reference to something other than a storage</source>
        <translation>指向非存储区内容的引用</translation>
    </message>
    <message>
        <source>a storage of {1} values</source>
        <translation>一个有 {1} 个值的存储区</translation>
    </message>
    <message>
        <source>a call of something other than OrderedDict() or _rebuild_tensor_v2</source>
        <translation>对 OrderedDict() 和 _rebuild_tensor_v2 以外内容的调用</translation>
    </message>
    <message>
        <source>a tensor whose storage, shape or strides are none</source>
        <translation>一个存储区、形状或步长无效的张量</translation>
    </message>
    <message>
        <source>a tensor that is not dense and row-major</source>
        <translation>一个不是按行紧密存放的张量</translation>
    </message>
    <message>
        <source>a tensor of more values than can be counted</source>
        <translation>一个值多到无法计数的张量</translation>
    </message>
    <message>
        <source>a tensor of {1} values from value {2} on of a storage of {3}</source>
        <translation>一个有 {1} 个值的张量，从 {3} 个值的存储区的第 {2} 个值开始</translation>
    </message>
    <message>
        <source>items of something other than a dictionary</source>
        <translation>不属于字典的条目</translation>
    </message>
    <message>
        <source>attributes of something other than a dictionary</source>
        <translation>不属于字典的属性</translation>
    </message>
    <message>
        <source>protocol {1} instead of 2</source>
        <translation>协议 {1}，而不是 2</translation>
    </message>
    <message>
        <source>the opcode {1}, which no state dict has</source>
        <translation>操作码 {1}，state dict 中不会有它</translation>
    </message>
    <message>
        <source>Expected a file that torch.save wrote (since PyTorch 1.6, a zip archive) at {1}: {2}.</source>
        <translation>{1} 处应为 torch.save 写出的文件（自 PyTorch 1.6 起为 zip 压缩包）：{2}。</translation>
    </message>
    <message>
        <source>Expected one {1} in {2}, found several.</source>
        <translation>{2} 中应有一个 {1}，但有多个。</translation>
    </message>
    <message>
        <source>Expected {1} in {2}, found none: it is no file of torch.save.</source>
        <translation>{2} 中应有 {1}，但没有：它不是 torch.save 写出的文件。</translation>
    </message>
    <message>
        <source>a compressed one</source>
        <translation>一个压缩过的条目</translation>
    </message>
    <message>
        <source>an encrypted one</source>
        <translation>一个加密的条目</translation>
    </message>
    <message>
        <source>one of {1} bytes</source>
        <translation>一个 {1} 字节的条目</translation>
    </message>
    <message>
        <source>one that ends after {1} of {2} bytes or is damaged</source>
        <translation>一个在 {2} 字节中的第 {1} 字节后结束或已损坏的条目</translation>
    </message>
    <message>
        <source>one with a wrong checksum</source>
        <translation>一个校验和不符的条目</translation>
    </message>
    <message>
        <source>Expected a stored entry {1} of the right size in {2}, found {3}.</source>
        <translation>{2} 中应有大小正确且未压缩的条目 {1}，但发现：{3}。</translation>
    </message>
    <message>
        <source>Expected {1} bytes in the storage {2} of {3}, found {4}.</source>
        <translation>{3} 的存储区 {2} 应有 {1} 字节，但有 {4}。</translation>
    </message>
    <message>
        <source>Expected little-endian values in {1}, found the byte order {2}.</source>
        <translation>{1} 中的值应为小端序，但字节序是 {2}。</translation>
    </message>
    <message numerus="yes">
        <source>{1} and {2} other(s)</source>
        <translation>
            <numerusform>{1} 及另外 {2} 个</numerusform>
        </translation>
    </message>
    <message>
        <source>These files are missing: {1}. The first of them: {2}</source>
        <translation>缺少以下文件：{1}。其中第一个：{2}</translation>
    </message>
    <message>
        <source>It is damaged.</source>
        <translation>它已损坏。</translation>
    </message>
    <message>
        <source>It was made for another device, driver, arithmetic or build.</source>
        <translation>它是为另一台设备、另一个驱动程序、另一种运算或另一次构建而生成的。</translation>
    </message>
    <message>
        <source>{1} expects {2}; found “{3}”.</source>
        <translation>{1} 应为 {2}，但得到“{3}”。</translation>
    </message>
    <message>
        <source>{1} expects a whole number from {2} to {3}; found “{4}”.</source>
        <translation>{1} 应为 {2} 到 {3} 之间的整数，但得到“{4}”。</translation>
    </message>
    <message>
        <source>Expected “NAME: SWITCH=VALUE …”, found no colon.</source>
        <translation>应为“名称: 开关=值 …”，但没有冒号。</translation>
    </message>
    <message>
        <source>Expected a name before the colon, found none.</source>
        <translation>冒号前应有名称，但没有。</translation>
    </message>
    <message>
        <source>Expected SWITCH=VALUE, found “{1}”.</source>
        <translation>应为“开关=值”，但得到“{1}”。</translation>
    </message>
    <message>
        <source>The name “{1}” was used before.</source>
        <translation>名称“{1}”已经用过。</translation>
    </message>
    <message>
        <source>Line {1}: {2}</source>
        <translation>第 {1} 行：{2}</translation>
    </message>
    <message>
        <source>At most {1} sets of switches can be compared.</source>
        <translation>最多可以比较 {1} 组开关。</translation>
    </message>
    <message>
        <source>Expected at least two sets of switches, one a line; found {1}.</source>
        <translation>至少应有两组开关，每行一组；但得到 {1} 组。</translation>
    </message>
    <message>
        <source>The engine {1} can&apos;t be measured.</source>
        <translation>无法测量引擎 {1}。</translation>
    </message>
    <message>
        <source>The tuned choices in {1} are not used. {2}</source>
        <translation>不使用 {1} 中的调优结果。{2}</translation>
    </message>
    <message>
        <source>The tuned choices in {1} are not used; the file is now {2}. {3}</source>
        <translation>不使用 {1} 中的调优结果；该文件现名为 {2}。{3}</translation>
    </message>
    <message>
        <source>tuned choices</source>
        <translation>调优结果</translation>
    </message>
    <message>
        <source>table of tuned choices</source>
        <translation>调优结果表</translation>
    </message>
    <message>
        <source>{1} Tuned choices in use: {2}.</source>
        <translation>{1} 正在使用的调优结果：{2} 项。</translation>
    </message>
    <message>
        <source>{1} does not hold what bench ablate --json writes.</source>
        <translation>{1} 中不是 bench ablate --json 写出的内容。</translation>
    </message>
    <message>
        <source>report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Expected a report&apos;s name to end in .md, .tex or .html, found {1}.</source>
        <translation>报告的文件名应以 .md、.tex 或 .html 结尾，但得到 {1}。</translation>
    </message>
    <message>
        <source>{1} exists already, and may hold somebody&apos;s words, so nothing was written.</source>
        <translation>{1} 已经存在，其中可能有某人写下的内容，因此什么也没有写入。</translation>
    </message>
    <message>
        <source>Output {1} of {2} at row {3}, column {4} is {5}, but must be {6}: beyond the tolerance.</source>
        <translation>第 {1} 个输出（共 {2} 个）在第 {3} 行第 {4} 列处为 {5}，但必须为 {6}：超出容差。</translation>
    </message>
    <message>
        <source>The kernel does not compile: {1}</source>
        <translation>内核无法编译：{1}</translation>
    </message>
    <message>
        <source>The file {1} can&apos;t be written, so nothing can be compiled.</source>
        <translation>无法写入文件 {1}，因此无法编译。</translation>
    </message>
    <message>
        <source>No C++ compiler (c++, g++ or clang++) is in PATH; the package g++ has one.</source>
        <translation>PATH 中没有 C++ 编译器（c++、g++ 或 clang++）；软件包 g++ 提供了一个。</translation>
    </message>
    <message>
        <source>{1} does not say its version.</source>
        <translation>{1} 没有给出自己的版本。</translation>
    </message>
    <message>
        <source>The compiler was ended after {1} s: it did not finish with {2}.</source>
        <translation>编译器在 {1} 秒后被终止：它没有完成 {2}。</translation>
    </message>
    <message>
        <source>The compiler said that {1} is compiled, but wrote nothing.</source>
        <translation>编译器称 {1} 已编译，但没有写出任何内容。</translation>
    </message>
    <message>
        <source>NVRTC (libnvrtc.so.13 or .12) was not found; the CUDA toolkit has it.</source>
        <translation>未找到 NVRTC（libnvrtc.so.13 或 .12）；CUDA 工具包中有它。</translation>
    </message>
    <message>
        <source>NVRTC reported &quot;{1}&quot;.</source>
        <translation>NVRTC 报告“{1}”。</translation>
    </message>
    <message>
        <source>A pipe could not be made: {1}.</source>
        <translation>无法建立管道：{1}。</translation>
    </message>
    <message>
        <source>{1} could not be started: {2}.</source>
        <translation>无法启动 {1}：{2}。</translation>
    </message>
    <message>
        <source>A folder to compile in could not be made as {1}: {2}.</source>
        <translation>无法建立用于编译的文件夹 {1}：{2}。</translation>
    </message>
    <message>
        <source>while loading a kernel that was compiled at run time</source>
        <translation>在加载运行时编译的内核时</translation>
    </message>
    <message>
        <source>A kernel&apos;s struct Shared may have {1} bytes, but this one has {2}.</source>
        <translation>内核的结构 Shared 最多 {1} 字节，但这一个有 {2} 字节。</translation>
    </message>
    <message>
        <source>A kernel of the user&apos;s own, written in the tile layer.</source>
        <translation>用户自己用 tile 层编写的内核。</translation>
    </message>
    <message>
        <source>There is no exercise named {1}; the exercises are {2}.</source>
        <translation>没有名为 {1} 的练习；练习有 {2}。</translation>
    </message>
    <message>
        <source>{1} has no line “// Exercise: NAME”, which says what the kernel computes; the names are {2}.</source>
        <translation>{1} 中没有说明内核计算什么的一行“// Exercise: NAME”；名称有 {2}。</translation>
    </message>
    <message>
        <source>The kernel threw an exception.</source>
        <translation>内核抛出了异常。</translation>
    </message>
    <message>
        <source>The kernel is wrong and was not used: {1}, {2}: {3}</source>
        <translation>内核有错，没有使用：{1}，{2}：{3}</translation>
    </message>
    <message>
        <source>The compiled kernel could not be opened: {1}.</source>
        <translation>无法打开编译好的内核：{1}。</translation>
    </message>
    <message>
        <source>Memory shared with another process could not be made: {1}.</source>
        <translation>无法建立与另一进程共享的内存：{1}。</translation>
    </message>
    <message>
        <source>File {1} is not the page by which a kernel is watched.</source>
        <translation>文件 {1} 不是用于监视内核的内存页。</translation>
    </message>
    <message>
        <source>A kernel is a file, but {1} is a folder.</source>
        <translation>内核应是一个文件，但 {1} 是文件夹。</translation>
    </message>
    <message>
        <source>The kernel {1} can&apos;t be read: {2}.</source>
        <translation>无法读取内核 {1}：{2}。</translation>
    </message>
    <message>
        <source>A kernel&apos;s source has at most 1 MiB, but {1} is larger.</source>
        <translation>内核的源代码最多 1 MiB，但 {1} 更大。</translation>
    </message>
    <message>
        <source>{1} exists already, and what is in it may be somebody&apos;s work; it was not touched.</source>
        <translation>{1} 已存在，其中可能是某人的成果；没有改动它。</translation>
    </message>
    <message>
        <source>No shape of {1} is “{2}”; tilescribe-cli bench ops --op {1} names all of them.</source>
        <translation>{1} 没有形状“{2}”；tilescribe-cli bench ops --op {1} 会列出全部。</translation>
    </message>
    <message>
        <source>its first launch</source>
        <translation>第一次启动</translation>
    </message>
    <message>
        <source>The kernel ended the program in this case: {1}.</source>
        <translation>内核在这种情况下结束了程序：{1}。</translation>
    </message>
    <message>
        <source>The kernel crashed ({1}) in this case: {2}.</source>
        <translation>内核在这种情况下崩溃（{1}）：{2}。</translation>
    </message>
    <message>
        <source>The end of the program that runs the kernel could not be seen: {1}.</source>
        <translation>无法得知运行内核的程序何时结束：{1}。</translation>
    </message>
    <message>
        <source>The kernel did not finish within {1} s and was ended, in this case: {2}.</source>
        <translation>内核在这种情况下没有在 {1} 秒内完成，已被终止：{2}。</translation>
    </message>
    <message>
        <source>A kernel of the user&apos;s own runs on the engine cpu or cuda-baseline; the engine asked for is {1}.</source>
        <translation>用户自己的内核在引擎 cpu 或 cuda-baseline 上运行；所要求的引擎是 {1}。</translation>
    </message>
    <message>
        <source>Channel {1} of {2} was asked for, and it has {3}.</source>
        <translation>要求使用 {2} 的第 {1} 声道，但它只有 {3} 个声道。</translation>
    </message>
    <message>
        <source>four fields with tabs between them</source>
        <translation>以制表符分隔的四个字段</translation>
    </message>
    <message>
        <source>At most {1} channels can be told apart, and {2} has more.</source>
        <translation>最多可区分 {1} 个声道，而 {2} 的声道更多。</translation>
    </message>
    <message>
        <source>The audio has one channel, so nobody is told apart.</source>
        <translation>音频只有一个声道，因此不区分说话人。</translation>
    </message>
    <message>
        <source>No channel has sound.</source>
        <translation>所有声道都没有声音。</translation>
    </message>
    <message>
        <source>Only channel {1} has sound, so nobody is told apart.</source>
        <translation>只有声道 {1} 有声音，因此不区分说话人。</translation>
    </message>
    <message>
        <source>The channels are alike, so they are transcribed as one and nobody is told apart.</source>
        <translation>各声道内容相同，因此合为一个声道转写，不区分说话人。</translation>
    </message>
    <message>
        <source>Channels {1} are alike and are transcribed as one.</source>
        <translation>声道 {1} 内容相同，合为一个声道转写。</translation>
    </message>
    <message>
        <source>{1} of {2} channels are silent.</source>
        <translation>{2} 个声道中有 {1} 个没有声音。</translation>
    </message>
    <message>
        <source>The kernel&apos;s grid has {1}·{2}·{3} blocks; at most {4} are possible.</source>
        <translation>内核的网格有 {1}·{2}·{3} 个块；最多可以有 {4} 个。</translation>
    </message>
    <message>
        <source>{1} can&apos;t be opened: {2}.</source>
        <translation>无法打开 {1}：{2}。</translation>
    </message>
    <message>
        <source>Another run of tune is working on {1}. Wait until it has ended.</source>
        <translation>另一个 tune 正在处理 {1}。请等它结束。</translation>
    </message>
    <message>
        <source>The system refused what decoding needs: {1}.</source>
        <translation>系统拒绝了解码所需的资源：{1}。</translation>
    </message>
    <message>
        <source>What tilescribe-decoder says is damaged.</source>
        <translation>tilescribe-decoder 给出的内容已损坏。</translation>
    </message>
    <message>
        <source>seccomp was refused ({1})</source>
        <translation>seccomp 被拒绝（{1}）</translation>
    </message>
    <message>
        <source>Joint transcription needs a model that nobody else uses.</source>
        <translation>合并转写需要一个没有被别处使用的模型。</translation>
    </message>
    <message>
        <source>A model that several threads share runs on one device of this machine.</source>
        <translation>由多个线程共享的模型在本机的一个设备上运行。</translation>
    </message>
    <message>
        <source>Word times need windows of their own: use --long windows (the default).</source>
        <translation>词的时间需要各自独立的窗口：请使用 --long windows（默认）。</translation>
    </message>
    <message>
        <source>A server does not say what its model listens to; for word times take another engine.</source>
        <translation>服务器不会说明其模型在听哪里；需要词的时间时，请选择其他引擎。</translation>
    </message>
    <message numerus="yes">
        <source>{1} live session(s) and a file need {2} MiB beside the model, but {3} MiB of the GPU&apos;s memory are left; ask for fewer sessions.</source>
        <translation>
            <numerusform>除模型外，{1} 个实时会话和一个文件需要 {2} MiB，但 GPU 内存只剩 {3} MiB；请减少会话数。</numerusform>
        </translation>
    </message>
    <message>
        <source>The variant {1} of {2} takes no such shape here.</source>
        <translation>{2} 的变体 {1} 在这里不接受这样的形状。</translation>
    </message>
    <message>
        <source>No shape of {1} is “{2}”; where none is given, all of them are timed and named.</source>
        <translation>{1} 没有形状“{2}”；不指定形状时，会对所有形状计时并列出它们。</translation>
    </message>
    <message>
        <source>Expected a Python with torch and transformers, found no {1} in PATH.</source>
        <translation>需要一个装有 torch 和 transformers 的 Python，但在 PATH 中找不到 {1}。</translation>
    </message>
    <message>
        <source>{1} could not hear the recording with transformers: {2}.</source>
        <translation>{1} 无法用 transformers 转写这段录音：{2}。</translation>
    </message>
    <message>
        <source>{1} did not hear the recording with transformers within {2} s, and was ended.</source>
        <translation>{1} 未能在 {2} 秒内用 transformers 转写完这段录音，已被终止。</translation>
    </message>
    <message>
        <source>{1} ended without a word about the recording.</source>
        <translation>{1} 已结束，却没有给出这段录音的任何结果。</translation>
    </message>
    <message>
        <source>A window has from 1 to {1} s of sound; {2} s were asked for.</source>
        <translation>一个窗口有 1 到 {1} 秒的声音，而要求的是 {2} 秒。</translation>
    </message>
    <message>
        <source>For one row: one kernel for all blocks, which reads weights while it waits for results; on H100 and H200.</source>
        <translation>用于一行：所有层块由一个核函数完成，等待结果时继续读取权重；适用于 H100 和 H200。</translation>
    </message>
    <message>
        <source>A decode step as one kernel takes a row of 512, 1024, 1536 or 2048 values, at most 4 heads of 128 values per key/value head, and as many keys as the cache has room for, not {1} values, {2} heads on {3} and {4} of {5} keys.</source>
        <translation>由一个核函数完成的解码步接受 512、1024、1536 或 2048 个值的一行，每个键/值头最多 4 个 128 值的头，且键数不超过缓存容量；实际为 {1} 个值、{3} 个键/值头上 {2} 个头、{5} 个键中的 {4} 个。</translation>
    </message>
    <message>
        <source>while loading a kernel that was compiled from Tile IR</source>
        <translation>加载由 Tile IR 编译的内核时</translation>
    </message>
    <message>
        <source>while looking for the entry {1} of a kernel in Tile IR</source>
        <translation>查找 Tile IR 内核的入口 {1} 时</translation>
    </message>
    <message>
        <source>TILESCRIBE_TILEIRAS should name the program tileiras, but {1} can&apos;t be run.</source>
        <translation>TILESCRIBE_TILEIRAS 应指向程序 tileiras，但 {1} 无法运行。</translation>
    </message>
    <message>
        <source>A kernel in CUDA Tile IR needs NVIDIA&apos;s compiler tileiras, which was found neither in PATH nor in a Python environment nor in a CUDA toolkit; “pip install nvidia-cuda-tileiras” has it, and TILESCRIBE_TILEIRAS can name the program.</source>
        <translation>CUDA Tile IR 内核需要 NVIDIA 的编译器 tileiras，但在 PATH、Python 环境和 CUDA 工具包中都没有找到；可用“pip install nvidia-cuda-tileiras”安装，也可由 TILESCRIBE_TILEIRAS 指定该程序。</translation>
    </message>
    <message>
        <source>A kernel in Tile IR has a file beside it that says how it is started (exercise, entry, tile); {1} is not there.</source>
        <translation>Tile IR 内核旁边应有一个文件说明如何启动它（exercise、entry、tile）；{1} 不存在。</translation>
    </message>
    <message>
        <source>A kernel in Tile IR runs on a GPU: it needs --engine cuda-baseline, but {1} was to run on the CPU.</source>
        <translation>Tile IR 内核在 GPU 上运行：需要 --engine cuda-baseline，但 {1} 要在 CPU 上运行。</translation>
    </message>
    <message>
        <source>Expected rows and columns of a tile, such as “64 x 64”, or rows alone; found “{1}”.</source>
        <translation>应为分块的行数和列数，例如“64 x 64”，或仅为行数；实际为“{1}”。</translation>
    </message>
    <message>
        <source>There is no entry “{1}”: there are exercise, entry, aligned entry, parameters and tile.</source>
        <translation>没有条目“{1}”：有 exercise、entry、aligned entry、parameters 和 tile。</translation>
    </message>
    <message>
        <source>Expected a line “exercise: NAME”, found none.</source>
        <translation>应有一行“exercise: NAME”，但没有找到。</translation>
    </message>
    <message>
        <source>Expected a line “entry: NAME”, found none.</source>
        <translation>应有一行“entry: NAME”，但没有找到。</translation>
    </message>
    <message>
        <source>Expected a line “tile: ROWS x COLUMNS”, found none.</source>
        <translation>应有一行“tile: ROWS x COLUMNS”，但没有找到。</translation>
    </message>
    <message>
        <source>The exercise {1} has arguments that are no matrices and numbers, so a kernel for it can&apos;t be in Tile IR.</source>
        <translation>练习 {1} 的参数不只是矩阵和数字，因此它的内核不能用 Tile IR 编写。</translation>
    </message>
    <message>
        <source>The exercise {1} has the parameters {2}, but {3} was named.</source>
        <translation>练习 {1} 的参数是 {2}，但写的是 {3}。</translation>
    </message>
    <message>
        <source>A kernel in Tile IR takes sizes and strides of 32 bits, but one is {1}.</source>
        <translation>Tile IR 内核接受 32 位的尺寸和步长，但其中一个是 {1}。</translation>
    </message>
    <message>
        <source>Expected “NAME: VALUE”, found “{1}”.</source>
        <translation>应为“NAME: VALUE”，实际为“{1}”。</translation>
    </message>
    <message>
        <source>{1}, line {2}: {3}</source>
        <translation>{1} 第 {2} 行：{3}</translation>
    </message>
    <message>
        <source>The result has {1} columns, which are more than {2} tiles of {3}.</source>
        <translation>结果有 {1} 列，超过 {2} 个宽度为 {3} 的分块。</translation>
    </message>
    <message>
        <source>{1} said nothing about its code.</source>
        <translation>{1} 没有说明它生成的代码。</translation>
    </message>
    <message>
        <source>{1} reads at most {2} tokens; found a prompt of {3}.</source>
        <translation>{1} 最多能读取 {2} 个词元，但提示词有 {3} 个。</translation>
    </message>
    <message>
        <source>transformers is compared on recordings of at most {1} min, and this one is longer.</source>
        <translation>只能在不超过 {1} 分钟的录音上与 transformers 比较，而这段录音更长。</translation>
    </message>
    <message>
        <source>Nobody speaks in {1}.</source>
        <translation>{1} 中没有人说话。</translation>
    </message>
    <message>
        <source>{1} was compiled before by {2}.</source>
        <translation>{1} 之前已由 {2} 编译。</translation>
    </message>
    <message>
        <source>{1} was compiled by {2} in {3} s.</source>
        <translation>{1} 已由 {2} 编译，用时 {3} 秒。</translation>
    </message>
    <message>
        <source>PASS  {1}&lt;= {2}{3}</source>
        <translation>通过  {1}&lt;= {2}{3}</translation>
    </message>
    <message>
        <source>FAIL  {1}&lt;= {2}{3}  {4}</source>
        <translation>未通过  {1}&lt;= {2}{3}  {4}</translation>
    </message>
    <message numerus="yes">
        <source>{1} check(s), {2} failed; seed {3}.</source>
        <translation>
            <numerusform>共 {1} 项检查，{2} 项未通过；种子 {3}。</numerusform>
        </translation>
    </message>
    <message>
        <source>{1} is the kernel itself; the compiled one needs another name.</source>
        <translation>{1} 就是内核源文件本身；编译结果需要另一个名称。</translation>
    </message>
    <message>
        <source>There is no switch “{1}”: there are engine, compute, weights, compute.GROUP and weights.GROUP (encoder, projector, text or head), threads, fusion, fusion.OP, tuned, linear-library, variant-arch, model, batch and the names of ops.</source>
        <translation>没有开关“{1}”：有 engine、compute、weights、compute.GROUP 和 weights.GROUP（encoder、projector、text 或 head）、threads、fusion、fusion.OP、tuned、linear-library、variant-arch、model、batch 以及各算子的名称。</translation>
    </message>
    <message>
        <source>Expected a recording with sound in it, but {1} has none.</source>
        <translation>应为有声音的录音，但 {1} 中没有声音。</translation>
    </message>
    <message>
        <source>The engine {1} can&apos;t compute the {2} in {3}.</source>
        <translation>引擎 {1} 不能以 {3} 计算 {2}。</translation>
    </message>
    <message>
        <source>Weights that become int8 or fp8 must be finite, but row {1} of a matrix [{2}, {3}] is not.</source>
        <translation>要转为 int8 或 fp8 的权重必须是有限值，但矩阵 [{2}, {3}] 的第 {1} 行不是。</translation>
    </message>
    <message>
        <source>The engine cpu stores weights in f32, bf16 or int8; for fp8 take cuda.</source>
        <translation>引擎 cpu 以 f32、bf16 或 int8 存储权重；要用 fp8 请选择 cuda。</translation>
    </message>
    <message>
        <source>The engine cuda-baseline stores weights in f32; for fp8 take cuda.</source>
        <translation>引擎 cuda-baseline 以 f32 存储权重；要用 fp8 请选择 cuda。</translation>
    </message>
    <message>
        <source>wgmma</source>
        <translation>wgmma</translation>
    </message>
    <message>
        <source>order of wgmma</source>
        <translation>wgmma 的次序控制</translation>
    </message>
    <message>
        <source>mma</source>
        <translation>mma</translation>
    </message>
    <message>
        <source>fma</source>
        <translation>fma</translation>
    </message>
    <message>
        <source>special functions</source>
        <translation>特殊函数</translation>
    </message>
    <message>
        <source>divisions</source>
        <translation>除法</translation>
    </message>
    <message>
        <source>conversions</source>
        <translation>类型转换</translation>
    </message>
    <message>
        <source>global loads</source>
        <translation>全局内存读取</translation>
    </message>
    <message>
        <source>global stores</source>
        <translation>全局内存写入</translation>
    </message>
    <message>
        <source>shared loads</source>
        <translation>共享内存读取</translation>
    </message>
    <message>
        <source>shared stores</source>
        <translation>共享内存写入</translation>
    </message>
    <message>
        <source>local loads</source>
        <translation>本地内存读取</translation>
    </message>
    <message>
        <source>local stores</source>
        <translation>本地内存写入</translation>
    </message>
    <message>
        <source>asynchronous copies</source>
        <translation>异步复制</translation>
    </message>
    <message>
        <source>atomic operations</source>
        <translation>原子操作</translation>
    </message>
    <message>
        <source>shuffles</source>
        <translation>线程束内交换</translation>
    </message>
    <message>
        <source>barriers</source>
        <translation>屏障</translation>
    </message>
    <message>
        <source>fences</source>
        <translation>内存栅栏</translation>
    </message>
    <message>
        <source>branches</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>all kinds</source>
        <translation>全部种类</translation>
    </message>
    <message>
        <source>variant         ms          least       most        GFLOP/s     GB/s        error</source>
        <translation>变体            毫秒        最短        最长        GFLOP/s     GB/s        误差</translation>
    </message>
    <message>
        <source>{1} bytes for {2}</source>
        <translation>{1} 字节，用于 {2}</translation>
    </message>
    <message>
        <source>Registers of a thread: {1}</source>
        <translation>每个线程的寄存器：{1}</translation>
    </message>
    <message>
        <source>Shared memory of a block: {1} bytes</source>
        <translation>每个线程块的共享内存：{1} 字节</translation>
    </message>
    <message>
        <source>Local memory of a thread: {1} bytes</source>
        <translation>每个线程的本地内存：{1} 字节</translation>
    </message>
    <message>
        <source>Spilled registers of a thread: {1} bytes stored, {2} bytes loaded</source>
        <translation>每个线程溢出的寄存器：写入 {1} 字节，读取 {2} 字节</translation>
    </message>
    <message>
        <source>Instructions in the PTX, where one in a loop counts once:</source>
        <translation>PTX 中的指令（循环中的指令只计一次）：</translation>
    </message>
    <message>
        <source>{1}  {2}</source>
        <translation>{1}  {2}</translation>
    </message>
    <message>
        <source>{1} does not hold what lab time --json or lab model --json writes.</source>
        <translation>{1} 中不是 lab time --json 或 lab model --json 写出的内容。</translation>
    </message>
    <message>
        <source>{1} is a kernel for the op {2}, but is to run {3}.</source>
        <translation>{1} 是算子 {2} 的内核，却要用来运行 {3}。</translation>
    </message>
    <message>
        <source>A kernel of the user&apos;s own runs in bench ablate only.</source>
        <translation>用户自己的内核在此处只能由 bench ablate 运行。</translation>
    </message>
    <message>
        <source>A set can have one kernel of the user&apos;s own; found {1} and {2}.</source>
        <translation>一组开关只能有一个用户自己的内核；发现了 {1} 和 {2}。</translation>
    </message>
    <message>
        <source>A report&apos;s baseline can&apos;t have a kernel of the user&apos;s own; report --kernel shows its figures.</source>
        <translation>报告的基线不能含有用户自己的内核；report --kernel 会给出它的数据。</translation>
    </message>
    <message>
        <source>while copying a tensor on it</source>
        <translation>在其上复制张量时</translation>
    </message>
    <message>
        <source>The demo model knows English only, instructions have no effect on it, and on strangers&apos; voices about one word in eight comes out wrong, live one in six.</source>
        <translation>演示模型只懂英语，指令对它不起作用；对陌生人的声音，大约每八个词会错一个，实时转写时每六个错一个。</translation>
    </message>
    <message>
        <source>The words {1} should state {2} in their metadata, and do not.</source>
        <translation>词表 {1} 的元数据中应当写明 {2}，但没有写。</translation>
    </message>
    <message>
        <source>The words {1} should state a log_step above 0 and at most 1, and state {2}.</source>
        <translation>词表 {1} 写明的 log_step 应当大于 0 且不超过 1，实际是 {2}。</translation>
    </message>
    <message>
        <source>The words {1} should state the weight {2} as a number from {3} to {4}.</source>
        <translation>词表 {1} 应当以 {3} 到 {4} 之间的数字写明权重 {2}。</translation>
    </message>
    <message>
        <source>The tensor {1} of the words {2} should be a list of {3}, and is not.</source>
        <translation>词表 {2} 的张量 {1} 应当是 {3} 的列表，但不是。</translation>
    </message>
    <message>
        <source>The tensor {1} of the words {2} should have {3} values, and has {4}.</source>
        <translation>词表 {2} 的张量 {1} 应当有 {3} 个值，实际有 {4} 个。</translation>
    </message>
    <message>
        <source>The tensor {1}_word of the words {2} should list known words in ascending order.</source>
        <translation>词表 {2} 的张量 {1}_word 应当按升序列出已知的词。</translation>
    </message>
    <message>
        <source>The tensor {1}_count of the words {2} should count at most {3} in all, and counts {4}.</source>
        <translation>词表 {2} 的张量 {1}_count 合计最多应为 {3}，实际为 {4}。</translation>
    </message>
    <message>
        <source>The words {1} should have the format &quot;{2}&quot;, and have &quot;{3}&quot;.</source>
        <translation>词表 {1} 的格式应当是“{2}”，实际是“{3}”。</translation>
    </message>
    <message>
        <source>The words {1} should end with a line end, and do not.</source>
        <translation>词表 {1} 应当以换行结尾，但没有。</translation>
    </message>
    <message>
        <source>The words {1} should stand in ascending order, each once, and do not.</source>
        <translation>词表 {1} 中的词应当按升序排列且各出现一次，但不是这样。</translation>
    </message>
    <message>
        <source>For many rows with weights in fp8: the norm writes its rows in fp8; on H100 and H200.</source>
        <translation>用于权重为 fp8 的多行：归一化直接以 fp8 写出各行；适用于 H100 和 H200。</translation>
    </message>
    <message>
        <source>The words {1} should be at most {2}, and are {3}.</source>
        <translation>词表 {1} 最多应有 {2} 个词，实际有 {3} 个。</translation>
    </message>
    <message>
        <source>The words {1} should have at most {2} bytes, and have {3}.</source>
        <translation>词表 {1} 最多应有 {2} 字节，实际有 {3} 字节。</translation>
    </message>
    <message>
        <source>Nothing ran as {1}/{2}: for the problems of {3} that came, {1} has no configurations.</source>
        <translation>没有任何运算按 {1}/{2} 运行：对于遇到的 {3} 问题，{1} 没有配置。</translation>
    </message>
    <message>
        <source>Nothing ran as {1}/{2}: for the problems of {3} that came, {1} has the configurations {4}.</source>
        <translation>没有任何运算按 {1}/{2} 运行：对于遇到的 {3} 问题，{1} 的配置有 {4}。</translation>
    </message>
    <message>
        <source>A check&apos;s tensors are f32, bf16, f8 or i32, but {1} was asked for.</source>
        <translation>检查所用的张量为 f32、bf16、f8 或 i32，但要求的是 {1}。</translation>
    </message>
    <message>
        <source>For a prompt and a cache in E4M3: widens what the rows see; on every GPU.</source>
        <translation>用于提示词和 E4M3 缓存：先展开各行所见的内容；适用于所有 GPU。</translation>
    </message>
    <message>
        <source>For a prompt and a cache in E4M3: appends in bf16, then rounds; on every GPU.</source>
        <translation>用于提示词和 E4M3 缓存：先以 bf16 追加，再舍入；适用于所有 GPU。</translation>
    </message>
    <message>
        <source>A kernel of the user&apos;s own runs in float32 with weights as they are; other values of compute, weights, kv-cache, linear-library and variant-arch can&apos;t stand beside it.</source>
        <translation>用户自己的核函数以 float32 运行，权重保持原样；compute、weights、kv-cache、linear-library 和 variant-arch 的其他取值不能与之并用。</translation>
    </message>
    <message>
        <source>Keys and values in fp8 take heads of 32, 64 or 128 values, at most 8 per key/value head; this model has {1} heads of {2} values on {3}.</source>
        <translation>fp8 的键和值要求每个头有 32、64 或 128 个值，每个键/值头最多 8 个头；此模型有 {1} 个各含 {2} 个值的头，对应 {3} 个键/值头。</translation>
    </message>
    <message>
        <source>{1}, key/value cache in fp8</source>
        <translation>{1}，键/值缓存为 fp8</translation>
    </message>
    <message>
        <source>The engine {1} keeps keys and values in its own arithmetic; for fp8 take cuda.</source>
        <translation>引擎 {1} 以自己的运算类型保存键和值；要用 fp8 请选择 cuda。</translation>
    </message>
    <message>
        <source>The aligner {1} should have a convolution of at least one channel over an odd number of frames, at most {2}, and an output of {3} symbols, and its tensors have other shapes.</source>
        <translation>对齐器 {1} 应有一个至少一个通道、跨奇数帧（最多 {2} 帧）的卷积和 {3} 个符号的输出，但其张量形状不同。</translation>
    </message>
    <message>
        <source>The aligner {1} should have a convolution of at most {2} channels, and has one of {3}.</source>
        <translation>对齐器 {1} 应有一个最多 {2} 个通道的卷积，实际有 {3} 个通道。</translation>
    </message>
    <message>
        <source>The aligner {1} should state in late_seconds how late starts and ends are, as numbers from -{2} to {2}.</source>
        <translation>对齐器 {1} 应在 late_seconds 中以 -{2} 到 {2} 之间的数字说明起点和终点的延迟。</translation>
    </message>
    <message>
        <source>Expected lists and objects of JSON at most {1} deep in one another, found deeper ones.</source>
        <translation>JSON 的列表和对象最多应嵌套 {1} 层，但发现嵌套更深。</translation>
    </message>
    <message>
        <source>Expected objects of at most {1} members in JSON, found a larger one.</source>
        <translation>JSON 的对象最多应有 {1} 个成员，但发现更大的对象。</translation>
    </message>
    <message>
        <source>Expected at most {1} values in JSON, found more.</source>
        <translation>JSON 最多应有 {1} 个值，但发现更多。</translation>
    </message>
    <message>
        <source>it names more than it can hold</source>
        <translation>它列出的内容超出其容量</translation>
    </message>
    <message>
        <source>its {1} is no number</source>
        <translation>其 {1} 不是数字</translation>
    </message>
    <message>
        <source>{1} can&apos;t be decoded. {2}</source>
        <translation>无法解码 {1}。{2}</translation>
    </message>
    <message>
        <source>{1} can only be read with FFmpeg, whose libraries were not found.</source>
        <translation>{1} 只能用 FFmpeg 读取，但没有找到它的库。</translation>
    </message>
    <message numerus="yes">
        <source>{1} can&apos;t be decoded: the decoder got nowhere in {2} second(s) of work.</source>
        <translation>
            <numerusform>无法解码 {1}：解码器工作了 {2} 秒，却没有任何进展。</numerusform>
        </translation>
    </message>
    <message>
        <source>{1} can&apos;t be decoded: the decoder crashed.</source>
        <translation>无法解码 {1}：解码器崩溃了。</translation>
    </message>
    <message>
        <source>{1} can&apos;t be decoded: the decoder wanted more memory than it gets (up to {2} GB).</source>
        <translation>无法解码 {1}：解码器所需内存超过限额（最多 {2} GB）。</translation>
    </message>
    <message>
        <source>{1} ended when it was started; a library that it needs may be missing.</source>
        <translation>{1} 启动后随即结束；可能缺少它所需的某个库。</translation>
    </message>
    <message>
        <source>This system does not confine decoders: {1}. Files are decoded in processes of their own, with limits on memory and open files alone.</source>
        <translation>此系统不限制解码器：{1}。文件仍在各自的进程中解码，但只限制内存和打开的文件。</translation>
    </message>
    <message>
        <source>All of what was kept of {1} is still in {2}.</source>
        <translation>{1} 已保留的全部内容仍在 {2} 中。</translation>
    </message>
    <message>
        <source>the names of its totals have more than {1} bytes together</source>
        <translation>其合计的名称总共超过 {1} 字节</translation>
    </message>
    <message>
        <source>{1} stays as it was; what is transcribed so far is in {2}.</source>
        <translation>{1} 保持原样；目前已转写的内容在 {2} 中。</translation>
    </message>
    <message>
        <source>{1} stays as it is now. What is corrected here is kept in a transcript of its own, {2}.</source>
        <translation>{1} 保持现在的样子。此处的更正保存在单独的文稿 {2} 中。</translation>
    </message>
    <message>
        <source>Expected a text of at most {1} bytes from {2}, found {3}.</source>
        <translation>应从 {2} 收到最多 {1} 字节的文本，实际为 {3} 字节。</translation>
    </message>
    <message>
        <source>Nothing protects the connection to this address (no https): others may change the model on its way.</source>
        <translation>到此地址的连接没有保护（没有 https）：他人可能在传输途中更改模型。</translation>
    </message>
</context>
<context>
    <name>ModelTexts</name>
    <message numerus="yes">
        <source>%1 parameter(s), %2 in memory</source>
        <translation>
            <numerusform>%1 个参数，占用内存 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Folder: %1</source>
        <translation>文件夹：%1</translation>
    </message>
</context>
<context>
    <name>Profiling</name>
    <message>
        <source>audio</source>
        <translation>音频</translation>
    </message>
    <message>
        <source>features</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>projector</source>
        <translation>投影层</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>recorded steps</source>
        <translation>已录制的步骤</translation>
    </message>
    <message>
        <source>outside all ops</source>
        <translation>不属于任何算子</translation>
    </message>
    <message>
        <source>outside all stages</source>
        <translation>不属于任何阶段</translation>
    </message>
    <message>
        <source>outside all layers</source>
        <translation>不属于任何层</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>stream %1, beside</source>
        <translation>流 %1，并行</translation>
    </message>
    <message>
        <source>stream %1, beside %2</source>
        <translation>流 %1，并行 %2</translation>
    </message>
    <message>
        <source>ops</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>ops inside</source>
        <translation>内层算子</translation>
    </message>
    <message>
        <source>ops inside %1</source>
        <translation>内层算子 %1</translation>
    </message>
    <message>
        <source>ops, stream %1</source>
        <translation>算子，流 %1</translation>
    </message>
    <message>
        <source>ops, stream %1 inside</source>
        <translation>算子，流 %1 内层</translation>
    </message>
    <message>
        <source>ops, stream %1 inside %2</source>
        <translation>算子，流 %1 内层 %2</translation>
    </message>
    <message>
        <source>%1, together</source>
        <translation>%1，合计</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>neither</source>
        <translation>均未达到</translation>
    </message>
    <message>
        <source>source unknown</source>
        <translation>来源未知</translation>
    </message>
    <message>
        <source>measured by %1</source>
        <translation>由 %1 测量</translation>
    </message>
    <message numerus="yes">
        <source>%1 record(s), every step in full</source>
        <translation>
            <numerusform>%1 条记录，每一步均完整</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 record(s), not every step in full</source>
        <translation>
            <numerusform>%1 条记录，并非每一步都完整</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 record(s), one step of %2 in full</source>
        <translation>
            <numerusform>%1 条记录，每 %2 步完整记录一步</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of them only in the sums</source>
        <translation>其中 %1 条仅计入总和</translation>
    </message>
    <message>
        <source>%1 lost for lack of memory</source>
        <translation>因内存不足丢失 %1 条</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Part of</source>
        <translation>所属</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Its time overlaps other kernels and includes waiting, so no rate is given.</source>
        <translation>它与其他内核同时运行，时间中包含等待，因此不给出速率。</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>(outside all ops)</source>
        <translation>（不属于任何算子）</translation>
    </message>
    <message>
        <source>several</source>
        <translation>多个</translation>
    </message>
    <message>
        <source>It adds %1 to the time in which anything ran.</source>
        <translation>它使有任务运行的时间增加了 %1。</translation>
    </message>
    <message>
        <source>%1, standard deviation %2</source>
        <translation>%1，标准差 %2</translation>
    </message>
    <message>
        <source>Short name; the full one is in its tool tip</source>
        <translation>简称；全名见工具提示</translation>
    </message>
    <message>
        <source>Stage of the work in which it ran</source>
        <translation>它运行时所处的工作阶段</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>How often it ran</source>
        <translation>运行了多少次</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>All its calls together, without the ops inside them</source>
        <translation>所有调用的时间之和，不含其中的内层算子</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Its share of the time in which anything ran</source>
        <translation>占有任务运行时间的比例</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>时间分布</translation>
    </message>
    <message>
        <source>When it ran, from the beginning to the end of what is looked at</source>
        <translation>在所查看的范围内从头到尾何时运行</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Mean of a call</source>
        <translation>每次调用的平均时间</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Half of its calls took no longer</source>
        <translation>一半的调用不超过此时间</translation>
    </message>
    <message>
        <source>p95</source>
        <translation>p95</translation>
    </message>
    <message>
        <source>95 of 100 calls took no longer</source>
        <translation>100 次调用中有 95 次不超过此时间</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>Its longest call</source>
        <translation>最长的一次调用</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>Counted bytes that it must move, over its time</source>
        <translation>统计得出的必须搬运的字节数除以时间</translation>
    </message>
    <message>
        <source>% mem</source>
        <translation>内存 %</translation>
    </message>
    <message>
        <source>Share of the bandwidth that reading reaches on this device</source>
        <translation>占此设备读取所能达到带宽的比例</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>Counted operations that it must do, over its time</source>
        <translation>统计得出的必须执行的运算数除以时间</translation>
    </message>
    <message>
        <source>% peak</source>
        <translation>峰值 %</translation>
    </message>
    <message>
        <source>Share of the rate that large products reach on this device</source>
        <translation>占大型矩阵乘法在此设备上所能达到速率的比例</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>The ceiling that limits it: moving bytes, computing, or neither</source>
        <translation>限制它的上限：搬运字节、计算，或两者都不是</translation>
    </message>
    <message>
        <source>around %1 of the time</source>
        <translation>约占时间的 %1</translation>
    </message>
    <message>
        <source>only after</source>
        <translation>仅在之后</translation>
    </message>
    <message>
        <source>only before</source>
        <translation>仅在之前</translation>
    </message>
    <message>
        <source>within the noise</source>
        <translation>在噪声范围内</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>What ran</source>
        <translation>运行的内容</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>What it added to the time of the run before</source>
        <translation>它在之前那次运行中增加的时间</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>What it added to the time of the run after</source>
        <translation>它在之后那次运行中增加的时间</translation>
    </message>
    <message>
        <source>Mean before</source>
        <translation>之前平均</translation>
    </message>
    <message>
        <source>Mean of a call before</source>
        <translation>之前每次调用的平均时间</translation>
    </message>
    <message>
        <source>Mean after</source>
        <translation>之后平均</translation>
    </message>
    <message>
        <source>Mean of a call after</source>
        <translation>之后每次调用的平均时间</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>Mean of a call, after over before: below 1 is faster</source>
        <translation>每次调用平均时间之后与之前之比：小于 1 表示更快</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>Two standard errors of the ratio</source>
        <translation>比值的两倍标准误差</translation>
    </message>
    <message>
        <source>Says</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>What the ratio means, given its noise</source>
        <translation>考虑噪声后比值的含义</translation>
    </message>
    <message>
        <source>Profile that can be opened again (*.sqlite)</source>
        <translation>可再次打开的性能记录 (*.sqlite)</translation>
    </message>
    <message>
        <source>Report to read in a browser (*.html)</source>
        <translation>用浏览器阅读的报告 (*.html)</translation>
    </message>
    <message>
        <source>Trace for Perfetto (*.json)</source>
        <translation>用于 Perfetto 的跟踪 (*.json)</translation>
    </message>
    <message>
        <source>Kernel table (*.csv)</source>
        <translation>内核表 (*.csv)</translation>
    </message>
    <message>
        <source>reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>Nothing in the selection ran.</source>
        <translation>所选范围内没有任务运行。</translation>
    </message>
    <message>
        <source>The kernels overlap, so their times include waiting and no rates are given. The times in the table are still correct.</source>
        <translation>内核相互重叠，其时间包含等待，因此不给出速率。表中的时间仍然正确。</translation>
    </message>
    <message>
        <source>Operations and bytes were not counted for anything that ran here.</source>
        <translation>这里运行的内容没有统计运算数和字节数。</translation>
    </message>
    <message>
        <source>The device&apos;s ceilings were not measured with this profile, so there is no roof to draw.</source>
        <translation>此性能记录没有测量设备的上限，因此无法绘制屋顶线。</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kernel(s)</source>
        <translation>
            <numerusform>%n 个内核</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Stage: %1</source>
        <translation>阶段：%1</translation>
    </message>
    <message>
        <source>Windows, tokens</source>
        <translation>窗口、词元</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Items narrower than a pixel are added up: the height is their share of the time</source>
        <translation>比一个像素窄的项目合并显示：高度表示它们所占的时间</translation>
    </message>
    <message>
        <source>not kept: only in the table</source>
        <translation>未保留：仅在表中</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>最高 %1</translation>
    </message>
    <message>
        <source>No rate: it overlaps another kernel, so its duration includes time spent waiting.</source>
        <translation>没有速率：它与另一个内核重叠，时长中包含等待。</translation>
    </message>
    <message>
        <source>No rate: the count is for all kernels of the op.</source>
        <translation>没有速率：统计数字属于该算子的所有内核。</translation>
    </message>
    <message>
        <source>%1 (%2 of the reading rate)</source>
        <translation>%1（读取速率的 %2）</translation>
    </message>
    <message numerus="yes">
        <source>%1 operation(s)</source>
        <translation>
            <numerusform>%1 次运算</numerusform>
        </translation>
    </message>
    <message>
        <source>Window %1</source>
        <translation>窗口 %1</translation>
    </message>
    <message>
        <source>Windows %1 to %2</source>
        <translation>窗口 %1 至 %2</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Windows together</source>
        <translation>合并的窗口</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Without ops inside</source>
        <translation>不含内层算子</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>线程块</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>%1 per thread</source>
        <translation>每线程 %1</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>搬运量</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>Counted</source>
        <translation>统计值</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>%1, %2, %3 at %4</source>
        <translation>%1，%2，%3，位于 %4</translation>
    </message>
    <message numerus="yes">
        <source>&lt;div&gt;and %1 more in this pixel&lt;/div&gt;</source>
        <translation>
            <numerusform>&lt;div&gt;此像素中另有 %1 个&lt;/div&gt;</numerusform>
        </translation>
    </message>
    <message>
        <source>Host: %1</source>
        <translation>主机：%1</translation>
    </message>
    <message>
        <source>Audio</source>
        <translation>音频</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>First work to last token</source>
        <translation>从开始处理到最后一个词元</translation>
    </message>
    <message>
        <source>Token “%1”</source>
        <translation>词元“%1”</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Known at</source>
        <translation>得知时间</translation>
    </message>
    <message>
        <source>Memory in use</source>
        <translation>已用内存</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Most</source>
        <translation>最高</translation>
    </message>
    <message numerus="yes">
        <source>%1 kernel(s)</source>
        <translation>
            <numerusform>%1 个内核</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 op(s)</source>
        <translation>
            <numerusform>%1 个算子</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · %2 idle · %3</source>
        <translation>%1 · 空闲 %2 · %3</translation>
    </message>
    <message>
        <source>CUDA events</source>
        <translation>CUDA 事件</translation>
    </message>
    <message>
        <source>clock of the CPU</source>
        <translation>CPU 时钟</translation>
    </message>
    <message>
        <source>letters</source>
        <translation>字母</translation>
    </message>
    <message>
        <source>word times</source>
        <translation>词的时间</translation>
    </message>
</context>
<context>
    <name>QueueTexts</name>
    <message>
        <source>Opening…</source>
        <translation>正在打开…</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Transcribing… %1 %</source>
        <translation>正在转写… %1 %</translation>
    </message>
    <message>
        <source>%1 · %2 left</source>
        <translation>%1 · 剩余 %2</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Slowed down: live text has priority</source>
        <translation>已减速：实时文本优先</translation>
    </message>
    <message>
        <source>Recorded · %1, written down as it was spoken</source>
        <translation>已录制 · %1，边说边转写</translation>
    </message>
    <message>
        <source>Cut off: %1 s missing at its end · %2 of audio in %3</source>
        <translation>已截断：末尾缺少 %1 秒 · %2 的音频用时 %3</translation>
    </message>
    <message>
        <source>Done · %1 of audio in %2</source>
        <translation>已完成 · %1 的音频用时 %2</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Cancelled · text up to %1 kept</source>
        <translation>已取消 · 保留到 %1 的文本</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Transcribe again</source>
        <translation>重新转写</translation>
    </message>
    <message>
        <source>Try again on the CPU</source>
        <translation>用 CPU 重试</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Already transcribed by this model · %1 of audio</source>
        <translation>此模型已转写过 · 音频 %1</translation>
    </message>
</context>
<context>
    <name>RecordTexts</name>
    <message>
        <source>Opening the source…</source>
        <translation>正在打开声源…</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>正在录音</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Waiting for the source</source>
        <translation>正在等待声源</translation>
    </message>
    <message>
        <source>Finishing the text…</source>
        <translation>正在完成文本…</translation>
    </message>
    <message>
        <source>%1 s behind</source>
        <translation>落后 %1 秒</translation>
    </message>
    <message>
        <source>silence</source>
        <translation>静音</translation>
    </message>
    <message>
        <source>%1 dB</source>
        <translation>%1 dB</translation>
    </message>
</context>
<context>
    <name>SaveTexts</name>
    <message>
        <source>Replace the file?</source>
        <translation>替换文件？</translation>
    </message>
    <message>
        <source>There is a file named &quot;%1&quot; already.</source>
        <translation>已有名为“%1”的文件。</translation>
    </message>
    <message>
        <source>It is in %1. Replacing it overwrites its contents.</source>
        <translation>它位于 %1。替换会覆盖其内容。</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Choose another name</source>
        <translation>另选名称</translation>
    </message>
</context>
<context>
    <name>tilescribe::CaptionsController</name>
    <message>
        <source>Listening. %1</source>
        <translation>正在听。%1</translation>
    </message>
    <message>
        <source>Paused. Nothing is being recorded.</source>
        <translation>已暂停。现在没有录音。</translation>
    </message>
</context>
<context>
    <name>tilescribe::CleanUpController</name>
    <message>
        <source>The corrections of a text were not applied.</source>
        <translation>一份文本的更正尚未应用。</translation>
    </message>
    <message>
        <source>They are lost when Tilescribe quits.</source>
        <translation>退出 Tilescribe 时它们会丢失。</translation>
    </message>
    <message>
        <source>A text is being cleaned up.</source>
        <translation>正在整理一份文本。</translation>
    </message>
    <message>
        <source>The corrections so far are lost when Tilescribe quits.</source>
        <translation>退出 Tilescribe 时，目前的更正会丢失。</translation>
    </message>
    <message>
        <source>Quit and lose them</source>
        <translation>退出并放弃更正</translation>
    </message>
    <message>
        <source>Keep open</source>
        <translation>保持打开</translation>
    </message>
    <message>
        <source>The corrections could not be applied</source>
        <translation>无法应用更正</translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s) corrected.</source>
        <translation>
            <numerusform>已更正 %n 个片段。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::Controller</name>
    <message>
        <source>The sample could not be opened</source>
        <translation>无法打开示例</translation>
    </message>
</context>
<context>
    <name>tilescribe::CorrectedTexts</name>
    <message>
        <source>Corrections could not be saved</source>
        <translation>无法保存修改</translation>
    </message>
</context>
<context>
    <name>tilescribe::KeptQueue</name>
    <message>
        <source>The files that waited could not be read</source>
        <translation>无法读取等待的文件</translation>
    </message>
    <message>
        <source>The files that waited could not be read, and their list is now %1</source>
        <translation>无法读取等待的文件，其列表现在是 %1</translation>
    </message>
    <message>
        <source>The waiting files could not be saved</source>
        <translation>无法保存等待的文件</translation>
    </message>
</context>
<context>
    <name>tilescribe::LabController</name>
    <message>
        <source>Looking at this computer&apos;s devices…</source>
        <translation>正在查看这台电脑的设备…</translation>
    </message>
    <message>
        <source>Looking at the engine&apos;s kernels…</source>
        <translation>正在查看引擎的内核…</translation>
    </message>
    <message numerus="yes">
        <source>%n time(s) measured.</source>
        <translation>
            <numerusform>测得 %n 个时间。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All of %n check(s) passed; seed %1.</source>
        <translation>
            <numerusform>%n 项检查全部通过；种子 %1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n check(s) failed; seed %2.</source>
        <translation>
            <numerusform>%n 项检查中有 %1 项未通过；种子 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>Measuring for the report, round %1 of %2: %3…</source>
        <translation>正在为报告测量，第 %1 轮，共 %2 轮：%3…</translation>
    </message>
    <message>
        <source>%1 exists already, and may hold somebody&apos;s words, so nothing was written.</source>
        <translation>%1 已存在，其中可能有他人写的内容，因此没有写入任何东西。</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>报告位于 %1。</translation>
    </message>
    <message>
        <source>%1 did not pass the check.</source>
        <translation>%1 未通过检查。</translation>
    </message>
    <message>
        <source>%1 passed the check.</source>
        <translation>%1 通过了检查。</translation>
    </message>
    <message>
        <source>%1 was not timed.</source>
        <translation>未能对 %1 计时。</translation>
    </message>
    <message>
        <source>%1 was timed.</source>
        <translation>已对 %1 计时。</translation>
    </message>
    <message>
        <source>Stopped, because a recording is being written.</source>
        <translation>已停止，因为正在转写录音。</translation>
    </message>
    <message>
        <source>Stopped. What has come so far stays.</source>
        <translation>已停止。到目前为止的结果会保留。</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>A recording is being written, and goes first. The lab waits until it has ended.</source>
        <translation>正在转写录音，录音优先。实验室会等到它结束。</translation>
    </message>
    <message>
        <source>Checking %1…</source>
        <translation>正在检查 %1…</translation>
    </message>
    <message>
        <source>Timing %1…</source>
        <translation>正在对 %1 计时…</translation>
    </message>
    <message>
        <source>%1 A file is being transcribed at the same time, so times are longer.</source>
        <translation>%1同时有文件正在转写，因此时间会偏长。</translation>
    </message>
    <message>
        <source>%1 hears %2, not timed yet…</source>
        <translation>%1 正在听 %2，尚未计时…</translation>
    </message>
    <message>
        <source>%1 hears %2…</source>
        <translation>%1 正在听 %2…</translation>
    </message>
    <message numerus="yes">
        <source>%n engine(s) heard %1.</source>
        <translation>
            <numerusform>%n 个引擎已听完 %1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n engine(s) could not hear %2.</source>
        <translation>
            <numerusform>%n 个引擎中有 %1 个无法转写 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>Measuring the open model…</source>
        <translation>正在测量打开的模型…</translation>
    </message>
    <message>
        <source>%1 was not compiled.</source>
        <translation>%1 未能编译。</translation>
    </message>
    <message>
        <source>%1 was compiled.</source>
        <translation>%1 已编译。</translation>
    </message>
    <message>
        <source>A prompt of token ids is whole numbers from 0 with commas between them, not “%1”.</source>
        <translation>词元编号形式的提示应为从 0 起的整数，以逗号分隔，而不是“%1”。</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>正在打开 %1…</translation>
    </message>
    <message>
        <source>%1 is writing…</source>
        <translation>%1 正在续写…</translation>
    </message>
    <message>
        <source>%1 writes on %2.</source>
        <translation>%1 在 %2 上续写。</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s): the first took %1, then %2 a second.</source>
        <translation>
            <numerusform>%n 个词元：第一个用时 %1，之后每秒 %2 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 was not used in a transcription.</source>
        <translation>%1 未用于转写。</translation>
    </message>
    <message>
        <source>%1 was used in a transcription.</source>
        <translation>%1 已用于转写。</translation>
    </message>
    <message>
        <source>Transcribing with %1…</source>
        <translation>正在用 %1 转写…</translation>
    </message>
</context>
<context>
    <name>tilescribe::LibraryController</name>
    <message>
        <source>It could not be renamed</source>
        <translation>无法重命名</translation>
    </message>
    <message>
        <source>Its tags could not be kept</source>
        <translation>无法保存标签</translation>
    </message>
    <message>
        <source>Not everything could be put back</source>
        <translation>未能全部恢复</translation>
    </message>
    <message>
        <source>Not everything could be deleted</source>
        <translation>未能全部删除</translation>
    </message>
    <message>
        <source>The index of the library was damaged. It is kept as %1 and made anew.</source>
        <translation>资料库的索引已损坏。它已另存为 %1，并重新生成。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ModelsController</name>
    <message>
        <source>The models could not be listed</source>
        <translation>无法列出模型</translation>
    </message>
    <message>
        <source>%1 is on this computer now.</source>
        <translation>%1 已在这台电脑上。</translation>
    </message>
    <message>
        <source>The download has stopped</source>
        <translation>下载已停止</translation>
    </message>
    <message>
        <source>The model could not be removed</source>
        <translation>无法移除模型</translation>
    </message>
</context>
<context>
    <name>tilescribe::OwnKernelProgram</name>
    <message>
        <source>%1, which checks the file, could not be started: %2.</source>
        <translation>检查文件的程序 %1 无法启动：%2。</translation>
    </message>
</context>
<context>
    <name>tilescribe::PlaybackController</name>
    <message>
        <source>The audio of this text can&apos;t be played: expected it at %1, found no file there.</source>
        <translation>无法播放此文稿的音频：它应在 %1，但那里没有文件。</translation>
    </message>
    <message>
        <source>The audio of this text can&apos;t be played: only its name, %1, is known. Drop the file on the window to transcribe and hear it.</source>
        <translation>无法播放此文稿的音频：只知道它的名称 %1。请将该文件拖到窗口中进行转写和收听。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ProfilingController</name>
    <message>
        <source>broken off</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>Saved to %1</source>
        <translation>已保存到 %1</translation>
    </message>
</context>
<context>
    <name>tilescribe::QueueController</name>
    <message>
        <source>The files could not be opened</source>
        <translation>无法打开这些文件</translation>
    </message>
    <message numerus="yes">
        <source>%n finished file(s) were removed from the list.</source>
        <translation>
            <numerusform>已从列表中移除 %n 个已完成的文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop and quit</source>
        <translation>停止并退出</translation>
    </message>
    <message>
        <source>Keep working</source>
        <translation>继续工作</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) are not finished.</source>
        <translation>
            <numerusform>%n 个文件尚未完成。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 More are being opened.</source>
        <translation>%1还有更多正在打开。</translation>
    </message>
    <message>
        <source>Files are being opened.</source>
        <translation>正在打开文件。</translation>
    </message>
    <message>
        <source>They are not in the list yet.</source>
        <translation>它们尚未列出。</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were removed from the list.</source>
        <translation>
            <numerusform>已从列表中移除 %n 个文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>The text so far is kept under File &gt; Recent transcripts. The next start offers to continue it, and files that wait are in the queue again.</source>
        <translation>目前的文本保存在“文件 &gt; 最近的文稿”中。下次启动时可以继续转写，等待的文件会重新进入队列。</translation>
    </message>
    <message>
        <source>Files that wait are in the queue again at the next start.</source>
        <translation>等待的文件会在下次启动时重新进入队列。</translation>
    </message>
    <message>
        <source>Speaker %1</source>
        <translation>说话人 %1</translation>
    </message>
    <message>
        <source>The text so far is kept under File &gt; Recent transcripts, and the next start offers to continue it. Files that wait are not in the queue again.</source>
        <translation>目前的文本保存在“文件 &gt; 最近的文稿”中。下次启动时可以继续转写，但等待的文件不会重新进入队列。</translation>
    </message>
    <message>
        <source>Files that wait are not in the queue again at the next start.</source>
        <translation>下次启动时，等待的文件不会重新进入队列。</translation>
    </message>
</context>
<context>
    <name>tilescribe::RecordingController</name>
    <message>
        <source>From %1</source>
        <translation>来自 %1</translation>
    </message>
    <message>
        <source>%1 The recording continues and is transcribed afterwards.</source>
        <translation>%1录音会继续，之后再转写。</translation>
    </message>
    <message>
        <source>Recording only. It is transcribed after you stop.</source>
        <translation>仅录音。停止后再转写。</translation>
    </message>
    <message>
        <source>No engine is open, so no text comes. The recording is transcribed as soon as one is.</source>
        <translation>没有打开引擎，因此不会出现文字。有引擎后会立即转写录音。</translation>
    </message>
    <message>
        <source>The model is being opened. The text comes as soon as it is ready.</source>
        <translation>正在打开模型。就绪后会立即出现文字。</translation>
    </message>
    <message>
        <source>The text of the recording before this one is being finished first.</source>
        <translation>正在先完成上一段录音的文本。</translation>
    </message>
    <message>
        <source>The GPU failed. The text continues on the CPU.</source>
        <translation>GPU 出现故障。文本改由 CPU 继续。</translation>
    </message>
    <message>
        <source>Text comes an utterance at a time, since this engine needs %1 s for a look.</source>
        <translation>文字每次出现一句，因为此引擎每次识别需要 %1 秒。</translation>
    </message>
    <message>
        <source>Nothing was recorded.</source>
        <translation>没有录到任何内容。</translation>
    </message>
    <message>
        <source>The text was copied.</source>
        <translation>已复制文本。</translation>
    </message>
    <message>
        <source>%1 The text continues on the CPU.</source>
        <translation>%1文本改由 CPU 继续。</translation>
    </message>
    <message>
        <source>The text of a recording is being finished.</source>
        <translation>正在完成一段录音的文本。</translation>
    </message>
    <message>
        <source>A recording is being made.</source>
        <translation>正在录音。</translation>
    </message>
    <message>
        <source>The recording and its text so far are kept. Tilescribe offers to finish the text when it starts again.</source>
        <translation>录音及目前的文本会保留。Tilescribe 下次启动时会提供继续完成文本的选项。</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Stop, keep and quit</source>
        <translation>停止、保留并退出</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Continue recording</source>
        <translation>继续录音</translation>
    </message>
    <message>
        <source>The recording continues.</source>
        <translation>录音正在继续。</translation>
    </message>
    <message>
        <source>%1 still begins and stops a recording.</source>
        <translation>%1 仍可开始和停止录音。</translation>
    </message>
    <message>
        <source>Tilescribe stays in the tray</source>
        <translation>Tilescribe 保留在托盘中</translation>
    </message>
    <message>
        <source>%1 Click this icon to see the window again; Quit is in its menu.</source>
        <translation>%1点按此图标可再次显示窗口；菜单中有“退出”。</translation>
    </message>
    <message>
        <source>Recording only. After you stop, it is sent to %1 and transcribed there.</source>
        <translation>仅录音。停止后，录音会发送到 %1，并在那里转写。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ReplaceController</name>
    <message>
        <source>The last replacement is just ending. Try again.</source>
        <translation>上一次替换正在结束。请再试一次。</translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) replaced. Transcripts changed: %1.</source>
        <translation>
            <numerusform>已替换 %n 处。更改的文稿：%1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transcript(s) are as they were before.</source>
        <translation>
            <numerusform>%n 份文稿已恢复原样。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::SentText</name>
    <message numerus="yes">
        <source>%1 %n segment(s) had been edited meanwhile and stay as they are.</source>
        <translation>
            <numerusform>%1另有 %n 个片段在此期间被编辑过，保持不变。</numerusform>
        </translation>
    </message>
    <message>
        <source>The transcript is not there any more, or is being written.</source>
        <translation>文稿已不存在，或正在写入。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ServerController</name>
    <message>
        <source>%1 The key is known until Tilescribe ends.</source>
        <translation>%1 密钥会记到 Tilescribe 结束为止。</translation>
    </message>
</context>
<context>
    <name>tilescribe::TimesController</name>
    <message>
        <source>The times could not be improved</source>
        <translation>无法改进时间</translation>
    </message>
    <message numerus="yes">
        <source>The times of %n segment(s) are those of their words.</source>
        <translation>
            <numerusform>%n 个片段的时间已按其中的词确定。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::TranscriptStore</name>
    <message>
        <source>Kept transcripts could not be listed</source>
        <translation>无法列出保存的文稿</translation>
    </message>
    <message>
        <source>Transcript could not be kept</source>
        <translation>无法保存文稿</translation>
    </message>
    <message>
        <source>Transcript could not be opened</source>
        <translation>无法打开文稿</translation>
    </message>
    <message>
        <source>Transcript could not be exported</source>
        <translation>无法导出文稿</translation>
    </message>
    <message>
        <source>Not all transcripts could be exported</source>
        <translation>未能导出全部文稿</translation>
    </message>
    <message>
        <source>Another window has changed this transcript</source>
        <translation>另一个窗口更改了此文稿</translation>
    </message>
</context>
<context>
    <name>tilescribe::TranscriptsController</name>
    <message>
        <source>&amp;Recent transcripts</source>
        <translation>最近的文稿(&amp;R)</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) exported to %1</source>
        <translation>
            <numerusform>%n 个文件已导出到 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>已导出到 %1</translation>
    </message>
    <message>
        <source>Corrections could not be saved.</source>
        <translation>无法保存修改。</translation>
    </message>
    <message>
        <source>They are lost when Tilescribe quits. It tries again every few seconds.</source>
        <translation>退出 Tilescribe 后这些修改会丢失。程序每隔几秒会重试一次。</translation>
    </message>
    <message>
        <source>Quit and lose them</source>
        <translation>退出并放弃修改</translation>
    </message>
    <message>
        <source>Keep open</source>
        <translation>保持打开</translation>
    </message>
</context>
<context>
    <name>tilescribe::UnfinishedTexts</name>
    <message>
        <source>An unfinished text could not be read to its end</source>
        <translation>未完成的文本无法读到末尾</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were not finished. Of the last one, %1, nothing of it is transcribed yet.</source>
        <translation>
            <numerusform>%n 个文件尚未完成。其中最近的是 %1，尚未转写。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were not finished. Of the last one, %1, %2 of it is transcribed.</source>
        <translation>
            <numerusform>%n 个文件尚未完成。其中最近的是 %1，已转写 %2。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were not finished. Of the last one, %1, %2 of %3 is transcribed.</source>
        <translation>
            <numerusform>%n 个文件尚未完成。其中最近的是 %1，已转写 %2，共 %3。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unfinished recording(s). The last one is from %1 (%2).</source>
        <translation>
            <numerusform>%n 段未完成的录音，最近一段录于 %1（%2）。</numerusform>
        </translation>
    </message>
    <message>
        <source>Unfinished texts</source>
        <translation>未完成的文本</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>显示文件夹</translation>
    </message>
    <message>
        <source>Transcribe</source>
        <translation>转写</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>The text so far is kept under File, Recent transcripts.</source>
        <translation>目前的文本保存在“文件 &gt; 最近的文稿”中。</translation>
    </message>
    <message>
        <source>Unfinished text could not be kept</source>
        <translation>无法保存未完成的文本</translation>
    </message>
    <message>
        <source>d MMM</source>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>Unfinished text could not be read</source>
        <translation>无法读取未完成的文本</translation>
    </message>
</context>
<context>
    <name>tilescribe::VocabularyController</name>
    <message>
        <source>A rule for words was left out</source>
        <translation>一条词语规则没有采用</translation>
    </message>
    <message>
        <source>%1, by %2</source>
        <translation>%1，使用 %2</translation>
    </message>
    <message>
        <source>The rules could not be applied</source>
        <translation>无法应用规则</translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s) changed.</source>
        <translation>
            <numerusform>已更改 %n 个片段。</numerusform>
        </translation>
    </message>
    <message>
        <source>No rule has changed this transcript.</source>
        <translation>没有规则更改过这份文稿。</translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s) are again as the model wrote them.</source>
        <translation>
            <numerusform>%n 个片段已恢复为模型所写的内容。</numerusform>
        </translation>
    </message>
    <message>
        <source>The words could not be imported</source>
        <translation>无法导入词语</translation>
    </message>
    <message>
        <source>The words could not be exported</source>
        <translation>无法导出词语</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>已导出到 %1</translation>
    </message>
    <message>
        <source>Words of your own were changed and not applied.</source>
        <translation>您自己的词语已更改但尚未应用。</translation>
    </message>
    <message>
        <source>What was changed is lost when Tilescribe quits.</source>
        <translation>退出 Tilescribe 后，所做的更改会丢失。</translation>
    </message>
    <message>
        <source>Quit and lose it</source>
        <translation>退出并丢弃</translation>
    </message>
    <message>
        <source>Keep open</source>
        <translation>保持打开</translation>
    </message>
</context>
<context>
    <name>tilescribe::WatchController</name>
    <message>
        <source>%1 is not watched any more.</source>
        <translation>不再监视 %1。</translation>
    </message>
    <message>
        <source>New recordings in %1 are transcribed from now on.</source>
        <translation>从现在起转写 %1 中的新录音。</translation>
    </message>
</context>
<context>
    <name>tilescribe::WatchedFolder</name>
    <message>
        <source>The watched folder %1 can&apos;t be read. Its new files are transcribed once it is back.</source>
        <translation>无法读取监视的文件夹 %1。它恢复后，其中的新文件会被转写。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::AboutDialog</name>
    <message>
        <source>About Tilescribe</source>
        <translation>关于 Tilescribe</translation>
    </message>
    <message>
        <source>&lt;h2&gt;Tilescribe %1&lt;/h2&gt;Speech to text on your own machine.</source>
        <translation>&lt;h2&gt;Tilescribe %1&lt;/h2&gt;在您自己的电脑上将语音转为文字。</translation>
    </message>
    <message>
        <source>&lt;p&gt;Built with Qt %1, running on Qt %2.&lt;/p&gt;</source>
        <translation>&lt;p&gt;使用 Qt %1 构建，运行于 Qt %2。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;Licences: Tilescribe, the demo model and the samples are under Apache-2.0. This program links Qt 6, which is under LGPL-3.0, and for its charts QCustomPlot, which is under GPL-3.0; so the program as a whole is under GPL-3.0.&lt;/p&gt;</source>
        <translation>&lt;p&gt;许可证：Tilescribe、演示模型和示例采用 Apache-2.0。本程序链接采用 LGPL-3.0 的 Qt 6，图表使用采用 GPL-3.0 的 QCustomPlot；因此整个程序采用 GPL-3.0。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>About this program</source>
        <translation>关于本程序</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::AudienceWindow</name>
    <message>
        <source>Captions for the audience</source>
        <translation>给观众的字幕</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::Banner</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Dismiss: %1</source>
        <translation>关闭：%1</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::BatchGrid</name>
    <message>
        <source>How fast the open model is, in times real time, where windows of one length are transcribed together. The windows hold noise, and four tokens a second.</source>
        <translation>打开的模型把同样长度的窗口一起转写时有多快，以实时的倍数表示。窗口里是噪声，每秒四个词元。</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Speed by windows and length</source>
        <translation>各窗口数和长度下的速度</translation>
    </message>
    <message>
        <source>Times the open model on the chosen engine, the smallest batches first</source>
        <translation>在选中的引擎上为打开的模型计时，从最小的批次开始</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Nothing was measured yet.</source>
        <translation>尚未测量。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::BatchGridModel</name>
    <message numerus="yes">
        <source>%n window(s) of %1 s: %2 times real time, %3.</source>
        <translation>
            <numerusform>%n 个 %1 秒的窗口：实时的 %2 倍，%3。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message numerus="yes">
        <source>%n window(s)</source>
        <translation>
            <numerusform>%n 个窗口</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::CaptionDialog</name>
    <message>
        <source>Clicks reach what lies below</source>
        <translation>点击会到达下面的窗口</translation>
    </message>
    <message>
        <source>Caption settings</source>
        <translation>字幕设置</translation>
    </message>
    <message>
        <source>What this computer plays</source>
        <translation>这台电脑播放的声音</translation>
    </message>
    <message>
        <source>The source of the record page</source>
        <translation>录音页的声源</translation>
    </message>
    <message>
        <source>The source of the record page: %1</source>
        <translation>录音页的声源：%1</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>The menu Recording, and the tray&apos;s, have the way back.</source>
        <translation>可以从“录音”菜单和托盘菜单恢复。</translation>
    </message>
    <message>
        <source>&amp;Mouse</source>
        <translation>鼠标(&amp;M)</translation>
    </message>
    <message>
        <source>How captions look</source>
        <translation>字幕的外观</translation>
    </message>
    <message>
        <source>Above other &amp;windows</source>
        <translation>在其他窗口之上(&amp;W)</translation>
    </message>
    <message>
        <source>For an &amp;audience</source>
        <translation>给观众(&amp;A)</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>&amp;Sound</source>
        <translation>声音(&amp;S)</translation>
    </message>
    <message>
        <source>A &amp;pause clears the text after</source>
        <translation>停顿多久后清除文本(&amp;P)</translation>
    </message>
    <message>
        <source>White on black</source>
        <translation>黑底白字</translation>
    </message>
    <message>
        <source>Yellow on black</source>
        <translation>黑底黄字</translation>
    </message>
    <message>
        <source>Black on white</source>
        <translation>白底黑字</translation>
    </message>
    <message>
        <source> px</source>
        <translation> 像素</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>字号(&amp;Z)</translation>
    </message>
    <message>
        <source>&amp;Lines</source>
        <translation>行数(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>颜色(&amp;C)</translation>
    </message>
    <message>
        <source>Background &amp;opacity</source>
        <translation>背景不透明度(&amp;O)</translation>
    </message>
    <message>
        <source>Captions look like this. The last words</source>
        <translation>字幕看起来是这样。最后几个词</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>字词</translation>
    </message>
    <message>
        <source> may still change.</source>
        <translation>可能还会改变。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::CaptionOverlay</name>
    <message>
        <source>Captions</source>
        <translation>字幕</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::CaptionView</name>
    <message>
        <source>Captions</source>
        <translation>字幕</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::CaptionsPart</name>
    <message>
        <source>&amp;Captions</source>
        <translation>字幕(&amp;C)</translation>
    </message>
    <message>
        <source>C&amp;lick through captions</source>
        <translation>点击穿过字幕(&amp;L)</translation>
    </message>
    <message>
        <source>Captions at the top of t&amp;he screen</source>
        <translation>字幕放在屏幕顶部(&amp;H)</translation>
    </message>
    <message>
        <source>Captions at the &amp;bottom of the screen</source>
        <translation>字幕放在屏幕底部(&amp;B)</translation>
    </message>
    <message>
        <source>Audience &amp;window</source>
        <translation>观众窗口(&amp;W)</translation>
    </message>
    <message>
        <source>Caption setti&amp;ngs…</source>
        <translation>字幕设置(&amp;N)…</translation>
    </message>
    <message>
        <source>Audience window &amp;on</source>
        <translation>观众窗口显示于(&amp;O)</translation>
    </message>
    <message>
        <source>%1, %2 × %3</source>
        <extracomment>A screen and its size: &quot;HDMI-1, 1920 × 1080&quot;</extracomment>
        <translation>%1，%2 × %3</translation>
    </message>
    <message>
        <source>%1 Escape leaves this window.</source>
        <extracomment>%1: a sentence</extracomment>
        <translation>%1 按 Esc 离开此窗口。</translation>
    </message>
    <message>
        <source>On Wayland the desktop alone decides where captions stand and whether they stay above other windows.</source>
        <translation>在 Wayland 上，字幕的位置和是否位于其他窗口之上只由桌面决定。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::CleanUpDialog</name>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>Sto&amp;p</source>
        <translation>停止(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>返回(&amp;B)</translation>
    </message>
    <message>
        <source>Appl&amp;y</source>
        <translation>应用(&amp;Y)</translation>
    </message>
    <message>
        <source>Clean up the text</source>
        <translation>整理文字</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>As one step, which can be undone</source>
        <translation>作为一步操作，可以撤销</translation>
    </message>
    <message>
        <source>Correct spelling, punctuation and words that were obviously misheard. Change nothing else. Keep the language of the text.</source>
        <translation>改正错别字、标点和明显听错的词。不要改动其他内容。保持原文的语言。</translation>
    </message>
    <message>
        <source>The model&apos;s name there</source>
        <translation>该服务中的模型名称</translation>
    </message>
    <message>
        <source>None is needed for many services on your own computer</source>
        <translation>本机上的许多服务不需要密钥</translation>
    </message>
    <message>
        <source>Nothing protects the connection to this address (no https): others may read the text and the key on their way.</source>
        <translation>与此地址的连接没有保护（不是 https）：文字和密钥在传输途中可能被他人读取。</translation>
    </message>
    <message>
        <source>Any service with a chat address in OpenAI&apos;s format will do, such as Ollama or llama.cpp on this computer. What you enter here, with the key, is kept in the settings file, which only you can read.</source>
        <translation>任何提供 OpenAI 格式对话地址的服务都可以，例如本机上的 Ollama 或 llama.cpp。您在此填写的内容（包括密钥）保存在只有您能读取的设置文件中。</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>地址(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>密钥(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Instruction</source>
        <translation>指令(&amp;I)</translation>
    </message>
    <message>
        <source>What would change</source>
        <translation>将要更改的内容</translation>
    </message>
    <message>
        <source>Tick &amp;all</source>
        <translation>全部勾选(&amp;A)</translation>
    </message>
    <message>
        <source>Tick &amp;none</source>
        <translation>全部不勾选(&amp;N)</translation>
    </message>
    <message>
        <source>What goes is struck out, what comes is underlined. What the model wrote is kept with the text: Edit &gt; Bring back what the model wrote.</source>
        <translation>删去的内容带删除线，新增的内容带下划线。模型所写的内容与文稿一同保留：“编辑”&gt;“恢复模型所写的内容”。</translation>
    </message>
    <message>
        <source>Start sends the text of this transcript to the address that you enter, and no sound. Nothing is sent at any other time.</source>
        <translation>按“开始”会把此文稿的文字发送到您填写的地址，不发送声音。其他任何时候都不发送任何内容。</translation>
    </message>
    <message>
        <source>Start sends the text of this transcript to %1, and no sound. Nothing is sent at any other time.</source>
        <translation>按“开始”会把此文稿的文字发送到 %1，不发送声音。其他任何时候都不发送任何内容。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n segment(s) answered</source>
        <translation>
            <numerusform>%n 个片段中已有 %1 个得到回答</numerusform>
        </translation>
    </message>
    <message>
        <source>The model found nothing to correct.</source>
        <translation>模型没有发现需要更正的地方。</translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s) stay as they are. %1</source>
        <translation>
            <numerusform>%n 个片段保持不变。%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s) stay as they are for other reasons.</source>
        <translation>
            <numerusform>%n 个片段因其他原因保持不变。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You stopped before %n segment(s).</source>
        <translation>
            <numerusform>您已停止，余下 %n 个片段。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s) were not sent any more.</source>
        <translation>
            <numerusform>余下的 %n 个片段没有再发送。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n segment(s) would change. %2 with a tick.</source>
        <translation>
            <numerusform>%n 个片段中将有 %1 个更改，已勾选 %2 个。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::CleanUpModel</name>
    <message>
        <source>%1, %2 instead of %3</source>
        <comment>a time and two texts</comment>
        <translation>%1，%2，原为 %3</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::CleanUpPart</name>
    <message>
        <source>Clean up the &amp;text…</source>
        <translation>整理文字(&amp;T)…</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::CompareDialog</name>
    <message>
        <source>&amp;Next difference</source>
        <translation>下一处差异(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous difference</source>
        <translation>上一处差异(&amp;P)</translation>
    </message>
    <message>
        <source>Compare transcripts</source>
        <translation>比较文稿</translation>
    </message>
    <message>
        <source>The two transcripts in one</source>
        <translation>两份文稿合在一起</translation>
    </message>
    <message>
        <source>Next difference (%1)</source>
        <translation>下一处差异（%1）</translation>
    </message>
    <message>
        <source>Previous difference (%1)</source>
        <translation>上一处差异（%1）</translation>
    </message>
    <message>
        <source>&amp;First</source>
        <translation>第一份(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Second</source>
        <translation>第二份(&amp;S)</translation>
    </message>
    <message>
        <source>Words that only the first has are struck out, words that only the second has are underlined. Case and punctuation are not compared. Chinese and Japanese characters count as words.</source>
        <translation>只有第一份中有的词加删除线，只有第二份中有的词加下划线。不比较大小写和标点。汉字和日文字符各算一个词。</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message numerus="yes">
        <source>All %n word(s) are the same.</source>
        <translation>
            <numerusform>全部 %n 个词都相同。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s) differ, %1 of the first text: %2 replaced, %3 only in the first, %4 only in the second.</source>
        <translation>
            <numerusform>有 %n 个词不同，占第一份文稿的 %1：%2 个被替换，%3 个只在第一份中，%4 个只在第二份中。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::ComparisonChart</name>
    <message>
        <source>What differs most</source>
        <translation>差异最大的项目</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>ms of the run</source>
        <translation>本次运行的毫秒数</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::ComparisonPage</name>
    <message>
        <source>Choose a saved run…</source>
        <translation>选择保存的运行…</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Open a profile first, then a second one to compare it with.</source>
        <translation>请先打开一份性能记录，再打开另一份进行比较。</translation>
    </message>
    <message>
        <source>Choose a saved run to compare with this one: another engine, another variant, or the same before a change.</source>
        <translation>请选择一份保存的运行与本次比较：另一个引擎、另一个变体，或同一程序修改之前。</translation>
    </message>
    <message>
        <source>Nothing in the selection ran. Clear the selection to see all rows.</source>
        <translation>所选范围内没有任务运行。清除选择可查看所有行。</translation>
    </message>
    <message>
        <source>The selection took %2 before (%1), %3 after (this profile).</source>
        <translation>所选内容之前用时 %2（%1），之后用时 %3（当前记录）。</translation>
    </message>
    <message>
        <source>Before: %1, %2. After: this profile, %3.</source>
        <translation>之前：%1，%2。之后：当前记录，%3。</translation>
    </message>
    <message>
        <source>It is %1 times as fast.</source>
        <translation>速度是之前的 %1 倍。</translation>
    </message>
    <message>
        <source>The whole run is %1 times as fast.</source>
        <translation>整个运行的速度是之前的 %1 倍。</translation>
    </message>
    <message>
        <source>It takes %1 times as long.</source>
        <translation>用时是之前的 %1 倍。</translation>
    </message>
    <message>
        <source>The whole run takes %1 times as long.</source>
        <translation>整个运行的用时是之前的 %1 倍。</translation>
    </message>
    <message>
        <source>Both took the same time.</source>
        <translation>两次用时相同。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 row(s) differ by more than their noise.</source>
        <translation>
            <numerusform>%2 行中有 %1 行的差异超过噪声。</numerusform>
        </translation>
    </message>
    <message>
        <source>The time range belongs to this profile. For the run before, the same number of calls is shown, at their mean.</source>
        <translation>时间范围属于当前记录。对于之前的运行，按相同的调用次数和平均时间显示。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::CostsPart</name>
    <message>
        <source>Show &amp;live costs</source>
        <translation>显示实时开销(&amp;L)</translation>
    </message>
    <message>
        <source>Open the last &amp;run</source>
        <translation>打开上一次运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save the last run…</source>
        <translation>保存上一次运行(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Open a profile…</source>
        <translation>打开性能记录(&amp;O)…</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::CueModel</name>
    <message>
        <source>Line too long</source>
        <translation>行太长</translation>
    </message>
    <message>
        <source>Too many lines</source>
        <translation>行数太多</translation>
    </message>
    <message>
        <source>Too fast to read</source>
        <translation>太快，来不及读</translation>
    </message>
    <message>
        <source>Too short</source>
        <translation>太短</translation>
    </message>
    <message>
        <source>Too long</source>
        <translation>太长</translation>
    </message>
    <message>
        <source>No gap behind it</source>
        <translation>与后一条之间没有间隔</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>No problem</source>
        <translation>没有问题</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>没有限制</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>How long it is shown, in seconds</source>
        <translation>显示多长时间，以秒计</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>How much of the allowed reading speed it takes</source>
        <translation>占允许阅读速度的多少</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Subtitle</source>
        <translation>字幕</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::DeleteDialog</name>
    <message numerus="yes">
        <source>%n transcript(s)</source>
        <translation>
            <numerusform>%n 份文稿</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n recording(s)</source>
        <translation>
            <numerusform>%n 段录音</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1和%2</translation>
    </message>
    <message>
        <source>Nothing is removed from the disk until you empty the bin.</source>
        <translation>在您清空回收站之前，不会从磁盘上删除任何内容。</translation>
    </message>
    <message numerus="yes">
        <source>%n audio file(s) of your own stay where they are.</source>
        <translation>
            <numerusform>您自己的 %n 个音频文件会留在原处。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other transcript(s) of the same recording can&apos;t be heard without it.</source>
        <translation>
            <numerusform>没有这段录音，另外 %n 份文稿将无法收听。</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete from the library</source>
        <translation>从资料库中删除</translation>
    </message>
    <message numerus="yes">
        <source>%n entry(s)</source>
        <translation>
            <numerusform>%n 个条目</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 go into the bin</source>
        <translation>%1将移入回收站</translation>
    </message>
    <message>
        <source>Only the text: %1. What was recorded stays.</source>
        <translation>仅文本：%1。录音保留。</translation>
    </message>
    <message>
        <source>Only the sound: %1. What was transcribed stays.</source>
        <translation>仅声音：%1。文稿保留。</translation>
    </message>
    <message>
        <source>Into the bin: %1</source>
        <translation>移入回收站：%1</translation>
    </message>
    <message>
        <source>Move to the bin</source>
        <translation>移入回收站</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>彻底删除</translation>
    </message>
    <message>
        <source>Delete %1 for good?</source>
        <translation>彻底删除%1？</translation>
    </message>
    <message>
        <source>They leave the disk, with %1, and can&apos;t be brought back.</source>
        <translation>它们将从磁盘上删除，共 %1，无法恢复。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::DocumentView</name>
    <message>
        <source>computing…</source>
        <translation>正在计算…</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::DurationChart</name>
    <message>
        <source>Histogram of the chosen kernel&apos;s times</source>
        <translation>所选内核的用时直方图</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Times of a call</source>
        <translation>每次调用的用时</translation>
    </message>
    <message>
        <source>Choose a kernel in the table to see how long its calls take.</source>
        <translation>请在表中选择一个内核，查看其调用用时。</translation>
    </message>
    <message>
        <source>None of its calls is in the selection, or they are no longer kept individually.</source>
        <translation>它的调用都不在所选范围内，或不再逐条保留。</translation>
    </message>
    <message>
        <source>median %1</source>
        <translation>中位数 %1</translation>
    </message>
    <message>
        <source>p95 %1</source>
        <translation>p95 %1</translation>
    </message>
    <message>
        <source>Median %1, p95 %2</source>
        <translation>中位数 %1，p95 %2</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::EditPart</name>
    <message>
        <source>The text can be corrected when the whole file is transcribed.</source>
        <translation>整个文件转写完成后才能修改文本。</translation>
    </message>
    <message>
        <source>Undo &amp;edit</source>
        <translation>撤销编辑(&amp;E)</translation>
    </message>
    <message>
        <source>Re&amp;do edit</source>
        <translation>恢复编辑(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Split segment here</source>
        <translation>在此处拆分片段(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Merge with next segment</source>
        <translation>与下一片段合并(&amp;M)</translation>
    </message>
    <message>
        <source>Merge with &amp;previous segment</source>
        <translation>与上一片段合并(&amp;P)</translation>
    </message>
    <message>
        <source>De&amp;lete segment</source>
        <translation>删除片段(&amp;L)</translation>
    </message>
    <message>
        <source>Find and &amp;replace…</source>
        <translation>查找和替换(&amp;R)…</translation>
    </message>
    <message>
        <source>Mark &amp;unsure words</source>
        <translation>标出不确定的词(&amp;U)</translation>
    </message>
    <message>
        <source>Below %1</source>
        <translation>低于 %1</translation>
    </message>
    <message>
        <source>&amp;None</source>
        <translation>无(&amp;N)</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>没有匹配</translation>
    </message>
    <message numerus="yes">
        <source>%n match(es) replaced.</source>
        <translation>
            <numerusform>已替换 %n 处匹配。</numerusform>
        </translation>
    </message>
    <message>
        <source>Spea&amp;ker…</source>
        <translation>说话人(&amp;K)…</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::EmptyPage</name>
    <message>
        <source>Drop audio or video here</source>
        <translation>将音频或视频拖到这里</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Choose audio or video files</source>
        <translation>选择音频或视频文件</translation>
    </message>
    <message>
        <source>Record…</source>
        <translation>录音…</translation>
    </message>
    <message>
        <source>Record and read along</source>
        <translation>录音并同步查看文字</translation>
    </message>
    <message>
        <source>Try the sample</source>
        <translation>试用示例</translation>
    </message>
    <message>
        <source>Transcribe the recording that comes with Tilescribe</source>
        <translation>转写 Tilescribe 自带的录音</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>Everything that was recorded and transcribed</source>
        <translation>所有录音和文稿</translation>
    </message>
    <message>
        <source>Recent transcripts</source>
        <translation>最近的文稿</translation>
    </message>
    <message>
        <source>No files</source>
        <translation>没有文件</translation>
    </message>
    <message>
        <source>Tilescribe turns speech into text on this computer. Nothing is sent anywhere unasked.</source>
        <translation>Tilescribe 在这台电脑上将语音转为文字，未经您要求不会上传任何内容。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::EngineComparison</name>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>What the transcription took</source>
        <translation>转写所用的时间</translation>
    </message>
    <message>
        <source>Real time</source>
        <translation>实时倍数</translation>
    </message>
    <message>
        <source>Length of the recording over that time</source>
        <translation>录音时长与该用时之比</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>How many times as fast as the first engine</source>
        <translation>速度是第一个引擎的多少倍</translation>
    </message>
    <message>
        <source>Word errors</source>
        <translation>词错误率</translation>
    </message>
    <message>
        <source>Words that differ from the reference text, or without one from the first engine&apos;s</source>
        <translation>与参考文本不同的词；没有参考文本时与第一个引擎的文本比较</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>The log-mel spectrogram</source>
        <translation>对数梅尔频谱</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>What the encoder took</source>
        <translation>编码器所用的时间</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>投影层</translation>
    </message>
    <message>
        <source>What the projector took</source>
        <translation>投影层所用的时间</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>Reading the prompt, to the first token</source>
        <translation>读取提示，直到第一个词元</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>All other tokens</source>
        <translation>其余所有词元</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>What it wrote, or why it wrote nothing</source>
        <translation>它写出的文本，或没有写出的原因</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Engines side by side</source>
        <translation>引擎并列比较</translation>
    </message>
    <message>
        <source>Nothing was compared yet. Each engine hears the recording twice, and the second time counts.</source>
        <translation>尚未比较。每个引擎把录音听两遍，以第二遍为准。</translation>
    </message>
    <message>
        <source>A recording; empty: the sample</source>
        <translation>录音；留空则用示例</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>录音</translation>
    </message>
    <message>
        <source>What is said; empty: the first engine&apos;s text</source>
        <translation>所说的内容；留空则用第一个引擎的文本</translation>
    </message>
    <message>
        <source>Reference text</source>
        <translation>参考文本</translation>
    </message>
    <message>
        <source>Python with torch</source>
        <translation>装有 torch 的 Python</translation>
    </message>
    <message>
        <source>A Python with torch</source>
        <translation>装有 torch 的 Python</translation>
    </message>
    <message>
        <source>Has every chosen engine transcribe the recording with the open model</source>
        <translation>让每个选中的引擎用打开的模型转写这段录音</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose the recording</source>
        <translation>选择录音</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (%2): %3</source>
        <translation>%1（%2）：%3</translation>
    </message>
    <message>
        <source>Hugging Face transformers, in a Python that has torch and transformers; for recordings of at most an hour. It hears them last, in the same windows.</source>
        <translation>Hugging Face transformers，在装有 torch 和 transformers 的 Python 中运行；录音不超过一小时。它最后听，窗口相同。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::EngineDialog</name>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>CUDA baseline (plain kernels, to compare with)</source>
        <translation>CUDA 基准（简单内核，用于比较）</translation>
    </message>
    <message>
        <source>CUDA (tuned kernels)</source>
        <translation>CUDA（优化内核）</translation>
    </message>
    <message>
        <source>f32 (exact)</source>
        <translation>f32（精确）</translation>
    </message>
    <message>
        <source>tf32 (tensor cores, CUDA baseline)</source>
        <translation>tf32（张量核心，CUDA 基准）</translation>
    </message>
    <message>
        <source>bf16 (fastest where the hardware has it)</source>
        <translation>bf16（硬件支持时最快）</translation>
    </message>
    <message>
        <source>As stored</source>
        <translation>按存储的格式</translation>
    </message>
    <message>
        <source>bf16</source>
        <translation>bf16</translation>
    </message>
    <message>
        <source>int8 (half the memory, slightly less exact)</source>
        <translation>int8（内存减半，精度略低）</translation>
    </message>
    <message>
        <source>Demo model</source>
        <translation>演示模型</translation>
    </message>
    <message>
        <source>Engine &amp; model</source>
        <translation>引擎和模型</translation>
    </message>
    <message>
        <source>The bundled demo model</source>
        <translation>自带的演示模型</translation>
    </message>
    <message>
        <source>Model folder</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>Go back to the model that comes with Tilescribe</source>
        <translation>恢复使用 Tilescribe 自带的模型</translation>
    </message>
    <message>
        <source>All cores</source>
        <translation>所有核心</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose the model folder</source>
        <translation>选择模型文件夹</translation>
    </message>
    <message>
        <source>&amp;Model folder</source>
        <translation>模型文件夹(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Engine</source>
        <translation>引擎(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;GPU</source>
        <translation>GPU(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Arithmetic</source>
        <translation>运算精度(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Weights</source>
        <translation>权重(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Threads</source>
        <translation>线程(&amp;T)</translation>
    </message>
    <message>
        <source>A folder of the GLM-ASR family, as published on Hugging Face. The engine is opened again as soon as the file being transcribed is finished.</source>
        <translation>GLM-ASR 系列模型的文件夹，格式与 Hugging Face 上发布的相同。正在转写的文件完成后，会立即重新打开引擎。</translation>
    </message>
    <message>
        <source>%1 No GPU is used: %2</source>
        <translation>%1未使用 GPU：%2</translation>
    </message>
    <message>
        <source>This engine does not support it.</source>
        <translation>此引擎不支持。</translation>
    </message>
    <message>
        <source>Checking the folder…</source>
        <translation>正在检查文件夹…</translation>
    </message>
    <message>
        <source>Remote server…</source>
        <translation>远程服务器…</translation>
    </message>
    <message>
        <source>A server that you name writes the text. The audio of your files is sent to it.</source>
        <translation>文本由您指定的服务器写出。您文件的音频会发送给它。</translation>
    </message>
    <message>
        <source>Choose the &amp;server…</source>
        <translation>选择服务器(&amp;S)…</translation>
    </message>
    <message>
        <source>fp8 (fastest with CUDA, less exact)</source>
        <translation>fp8（使用 CUDA 时最快，精度较低）</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::EnginePart</name>
    <message>
        <source>The engine could not be opened</source>
        <translation>无法打开引擎</translation>
    </message>
    <message>
        <source>Details…</source>
        <translation>详细信息…</translation>
    </message>
    <message>
        <source>Engine &amp;&amp; model…</source>
        <translation>引擎和模型…</translation>
    </message>
    <message>
        <source>Use the demo model</source>
        <translation>使用演示模型</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>First start</source>
        <translation>首次启动</translation>
    </message>
    <message>
        <source>What this model cannot do</source>
        <translation>此模型的局限</translation>
    </message>
    <message>
        <source>Other models…</source>
        <translation>其他模型…</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>&amp;Engine &amp;&amp; model…</source>
        <translation>引擎和模型(&amp;E)…</translation>
    </message>
    <message>
        <source>What the &amp;model can and cannot do…</source>
        <translation>模型能做什么和不能做什么(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;About Tilescribe…</source>
        <translation>关于 Tilescribe(&amp;A)…</translation>
    </message>
    <message>
        <source>Waiting for the model to open.</source>
        <translation>正在等待模型打开。</translation>
    </message>
    <message>
        <source>Opening the engine…</source>
        <translation>正在打开引擎…</translation>
    </message>
    <message>
        <source>The model is being opened. Files wait until it is ready.</source>
        <translation>正在打开模型。文件会等到它就绪。</translation>
    </message>
    <message>
        <source>Waiting for its turn.</source>
        <translation>正在排队。</translation>
    </message>
    <message>
        <source>Engine: %1</source>
        <translation>引擎：%1</translation>
    </message>
    <message>
        <source>%1: what it can and cannot do</source>
        <translation>%1：能做什么和不能做什么</translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>模型：%1</translation>
    </message>
    <message>
        <source>Welcome. This is a recording that comes with Tilescribe, being transcribed on this computer. Drop your own files anywhere in the window.</source>
        <translation>欢迎。这是 Tilescribe 自带的录音，正在这台电脑上转写。您可以将自己的文件拖到窗口中的任意位置。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>%1 The model used before is kept.</source>
        <translation>%1继续使用之前的模型。</translation>
    </message>
    <message>
        <source>Waiting for an engine that works.</source>
        <translation>正在等待可用的引擎。</translation>
    </message>
    <message>
        <source>No engine</source>
        <translation>没有引擎</translation>
    </message>
    <message>
        <source>Work on this machine</source>
        <translation>在本机上处理</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::ExportDialog</name>
    <message>
        <source>Plain text</source>
        <translation>纯文本</translation>
    </message>
    <message>
        <source>SubRip subtitles</source>
        <translation>SubRip 字幕</translation>
    </message>
    <message>
        <source>WebVTT subtitles</source>
        <translation>WebVTT 字幕</translation>
    </message>
    <message>
        <source>JSON, with tokens</source>
        <translation>JSON，含词元</translation>
    </message>
    <message>
        <source>Tab-separated table</source>
        <translation>制表符分隔的表格</translation>
    </message>
    <message>
        <source>Word document</source>
        <translation>Word 文档</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>Plain: as the transcript is divided</source>
        <translation>简单：按文稿的划分</translation>
    </message>
    <message>
        <source>Netflix</source>
        <translation>Netflix</translation>
    </message>
    <message>
        <source>BBC</source>
        <translation>BBC</translation>
    </message>
    <message>
        <source>My own rules</source>
        <translation>自定义规则</translation>
    </message>
    <message>
        <source>A line for each segment</source>
        <translation>每个片段一行</translation>
    </message>
    <message>
        <source>A line for each sentence</source>
        <translation>每个句子一行</translation>
    </message>
    <message>
        <source>Paragraphs, divided at pauses</source>
        <translation>按停顿分段</translation>
    </message>
    <message>
        <source>&amp;Next problem</source>
        <translation>下一个问题(&amp;N)</translation>
    </message>
    <message>
        <source>Export all finished files</source>
        <translation>导出所有已完成的文件</translation>
    </message>
    <message>
        <source>Export transcript</source>
        <translation>导出文稿</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>SRT: a cue for so many words. WebVTT: the time of every so many words, for karaoke.</source>
        <translation>SRT：每条字幕这么多个词。WebVTT：每隔这么多个词标出时间，用于卡拉 OK。</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>&amp;Words at a time</source>
        <translation>每次的词数(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>文本(&amp;T)</translation>
    </message>
    <message>
        <source>Pause for a new para&amp;graph</source>
        <translation>另起一段的停顿(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>格式(&amp;F)</translation>
    </message>
    <message>
        <source>Subtitle &amp;rules</source>
        <translation>字幕规则(&amp;R)</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>没有限制</translation>
    </message>
    <message>
        <source> per second</source>
        <translation> 每秒</translation>
    </message>
    <message>
        <source>Characters per &amp;line</source>
        <translation>每行字符数(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Chinese and Japanese</source>
        <translation>中文和日文(&amp;C)</translation>
    </message>
    <message>
        <source> per line</source>
        <translation> 每行</translation>
    </message>
    <message>
        <source>L&amp;ines per subtitle</source>
        <translation>每条字幕行数(&amp;I)</translation>
    </message>
    <message>
        <source>Characters to rea&amp;d</source>
        <translation>阅读字符数(&amp;D)</translation>
    </message>
    <message>
        <source>Chinese and &amp;Japanese</source>
        <translation>中文和日文(&amp;J)</translation>
    </message>
    <message>
        <source>&amp;Shortest</source>
        <translation>最短(&amp;S)</translation>
    </message>
    <message>
        <source>L&amp;ongest</source>
        <translation>最长(&amp;O)</translation>
    </message>
    <message>
        <source>G&amp;ap between two</source>
        <translation>两条之间的间隔(&amp;A)</translation>
    </message>
    <message>
        <source>Preview of the subtitles</source>
        <translation>字幕预览</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>{name}: the recording&apos;s name. {date}: today. {number}: 001, 002 and so on.</source>
        <translation>{name}：录音的名称。{date}：今天的日期。{number}：001、002，依此类推。</translation>
    </message>
    <message>
        <source>Fold&amp;er</source>
        <translation>文件夹(&amp;E)</translation>
    </message>
    <message>
        <source>File na&amp;mes</source>
        <translation>文件名(&amp;M)</translation>
    </message>
    <message numerus="yes">
        <source>Export %n file(s)</source>
        <translation>
            <numerusform>导出 %n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message numerus="yes">
        <source>%n subtitle(s)</source>
        <translation>
            <numerusform>%n 条字幕</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message numerus="yes">
        <source>%n of them break(s) a rule</source>
        <translation>
            <numerusform>其中 %n 条违反规则</numerusform>
        </translation>
    </message>
    <message>
        <source>For example %1. A file that exists already is kept: the new one gets a number.</source>
        <translation>例如 %1。已有的文件会保留：新文件会加上编号。</translation>
    </message>
    <message>
        <source>%1 is not known. {name}, {date} and {number} are.</source>
        <translation>不认识 %1。可用的是 {name}、{date} 和 {number}。</translation>
    </message>
    <message>
        <source>Folder for the exports</source>
        <translation>导出到的文件夹</translation>
    </message>
    <message>
        <source>The shortest subtitle can&apos;t be longer than the longest: %1 s and %2 s.</source>
        <translation>字幕的最短时长不能超过最长时长：%1 秒和 %2 秒。</translation>
    </message>
    <message>
        <source>Export from the library</source>
        <translation>从资料库导出</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::ExportPart</name>
    <message>
        <source>Export all &amp;finished…</source>
        <translation>导出所有已完成的文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Export transcript</source>
        <translation>导出文稿</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::FailureBanner</name>
    <message>
        <source>Something went wrong</source>
        <translation>出现问题</translation>
    </message>
    <message>
        <source>Details…</source>
        <translation>详细信息…</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n times)</source>
        <translation>
            <numerusform>%1（%n 次）</numerusform>
        </translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::FailureDialog</name>
    <message>
        <source>No further details.</source>
        <translation>没有更多详细信息。</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::FindBar</name>
    <message>
        <source>Aa</source>
        <translation>Aa</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>.*</source>
        <translation>.*</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation>全部替换</translation>
    </message>
    <message>
        <source>Find in transcript</source>
        <translation>在文稿中查找</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>替换为</translation>
    </message>
    <message>
        <source>Previous match (Shift+Enter)</source>
        <translation>上一处匹配 (Shift+Enter)</translation>
    </message>
    <message>
        <source>Next match (Enter)</source>
        <translation>下一处匹配 (Enter)</translation>
    </message>
    <message>
        <source>Close search (Esc)</source>
        <translation>关闭搜索 (Esc)</translation>
    </message>
    <message>
        <source>Not a regular expression: %1, at character %2.</source>
        <translation>不是正则表达式：%1，位于第 %2 个字符。</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>没有匹配</translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n 处匹配</numerusform>
        </translation>
    </message>
    <message>
        <source>All transcripts…</source>
        <translation>所有文稿…</translation>
    </message>
    <message>
        <source>Find and replace in all transcripts</source>
        <translation>在所有文稿中查找和替换</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::FoundModel</name>
    <message numerus="yes">
        <source>and %n more sentence(s)</source>
        <translation>
            <numerusform>另有 %n 句</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 instead of %3</source>
        <comment>a time and two texts</comment>
        <translation>%1，%2，原为 %3</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n place(s)</source>
        <comment>the title of a transcript</comment>
        <translation>
            <numerusform>%1：%n 处</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::FullModelCard</name>
    <message>
        <source>The full model</source>
        <translation>完整模型</translation>
    </message>
    <message>
        <source>Get the full model</source>
        <translation>获取完整模型</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Cancel…</source>
        <translation>取消…</translation>
    </message>
    <message>
        <source>I have the files already…</source>
        <translation>我已有这些文件…</translation>
    </message>
    <message>
        <source>&amp;Mirror address</source>
        <translation>镜像地址(&amp;M)</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Pause the download</source>
        <translation>暂停下载</translation>
    </message>
    <message>
        <source>What has come is kept</source>
        <translation>已下载的内容会保留</translation>
    </message>
    <message>
        <source>Cancel the download…</source>
        <translation>取消下载…</translation>
    </message>
    <message>
        <source>Choose the folder with config.json, tokenizer.json and model.safetensors</source>
        <translation>选择包含 config.json、tokenizer.json 和 model.safetensors 的文件夹</translation>
    </message>
    <message>
        <source>The model for real work: it knows Chinese and English, and can follow an instruction. The demo model only shows how the program works.</source>
        <translation>用于实际工作的模型：支持中文和英文，能够遵循指令。演示模型只用于展示程序的用法。</translation>
    </message>
    <message>
        <source>For networks that do not reach Hugging Face. Left empty, the files come from there.</source>
        <translation>用于无法访问 Hugging Face 的网络。留空则从 Hugging Face 下载。</translation>
    </message>
    <message>
        <source>Nothing is downloaded before you press the button. The address above then learns that this computer gets the model, and nothing else.</source>
        <translation>在您按下按钮之前不会下载任何内容。之后上面的地址只会得知这台电脑获取了该模型，别无其他。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>%1 are here. Continue gets the rest.</source>
        <translation>已有 %1。按“继续”下载其余部分。</translation>
    </message>
    <message>
        <source>Nothing has come yet.</source>
        <translation>尚未下载任何内容。</translation>
    </message>
    <message>
        <source>Asking which files there are…</source>
        <translation>正在查询有哪些文件…</translation>
    </message>
    <message>
        <source>Checking that everything arrived as it was sent…</source>
        <translation>正在检查内容是否完整无误…</translation>
    </message>
    <message>
        <source>%1, %2 per second, %3 left</source>
        <translation>%1，每秒 %2，剩余 %3</translation>
    </message>
    <message>
        <source>The full model: %1</source>
        <translation>完整模型：%1</translation>
    </message>
    <message>
        <source>Download: about %1. Licence: %2. Published by %3 on Hugging Face.</source>
        <translation>下载量：约 %1。许可证：%2。由 %3 发布在 Hugging Face 上。</translation>
    </message>
    <message>
        <source>Looking at this computer&apos;s memory…</source>
        <translation>正在查看这台电脑的内存…</translation>
    </message>
    <message>
        <source>It comes into %1.</source>
        <translation>它将保存到 %1。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Continue the download</source>
        <translation>继续下载</translation>
    </message>
    <message>
        <source>Nothing protects the connection to this address (no https): others may change the model on its way.</source>
        <translation>到此地址的连接没有保护（没有 https）：他人可能在传输途中更改模型。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::GroupingBox</name>
    <message>
        <source>One row per</source>
        <translation>每行对应一个</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::Icicle</name>
    <message>
        <source>Time by stage, layer and op</source>
        <translation>按阶段、层和算子划分的时间</translation>
    </message>
    <message>
        <source>Everything: %1</source>
        <translation>全部：%1</translation>
    </message>
    <message>
        <source>%1: %2, %3 of all</source>
        <translation>%1：%2，占全部的 %3</translation>
    </message>
    <message>
        <source>%1, %2 of %3</source>
        <translation>%1，%2，共 %3</translation>
    </message>
    <message>
        <source>No profile is open</source>
        <translation>没有打开的性能记录</translation>
    </message>
    <message>
        <source>All, %1</source>
        <translation>全部，%1</translation>
    </message>
    <message>
        <source>No profile is open. It shows where the time went: stage, layer, op.</source>
        <translation>没有打开的性能记录。这里显示时间花在何处：阶段、层、算子。</translation>
    </message>
    <message>
        <source>Nothing ran in the chosen time range.</source>
        <translation>所选时间范围内没有任务运行。</translation>
    </message>
    <message>
        <source>This profile has no records: nothing ran while it was recorded.</source>
        <translation>此性能记录中没有记录：录制期间没有任务运行。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::KeepingDialog</name>
    <message>
        <source>How long transcripts are kept</source>
        <translation>文稿保留多久</translation>
    </message>
    <message>
        <source>Forever</source>
        <translation>永久</translation>
    </message>
    <message numerus="yes">
        <source>For %n day(s)</source>
        <translation>
            <numerusform>%n 天</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep transcripts</source>
        <translation>保留文稿</translation>
    </message>
    <message>
        <source>&amp;Keep transcripts</source>
        <translation>保留文稿(&amp;K)</translation>
    </message>
    <message>
        <source>Older ones are deleted for good when Tilescribe starts. They don&apos;t go through the bin, and what is in the bin stays there until you empty it.</source>
        <translation>更早的文稿会在 Tilescribe 启动时彻底删除，不经过回收站；回收站中的内容会一直保留，直到您清空它。</translation>
    </message>
    <message>
        <source>How long recordings are kept is in the recording settings.</source>
        <translation>录音保留多久可在录音设置中选择。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::KernelSource</name>
    <message>
        <source>The file&apos;s source. Lines that a compiler complains about are marked.</source>
        <translation>文件的源代码。编译器报错的行会被标出。</translation>
    </message>
    <message>
        <source>%1 is not text.</source>
        <translation>%1 不是文本文件。</translation>
    </message>
    <message>
        <source>%1 is longer than %2 MiB.</source>
        <translation>%1 超过 %2 MiB。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::KernelTable</name>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Search names, ops, variants</source>
        <translation>搜索名称、算子、变体</translation>
    </message>
    <message>
        <source>Search the kernels</source>
        <translation>搜索内核</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 row(s)</source>
        <translation>
            <numerusform>%1 行，共 %2 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 row(s)</source>
        <translation>
            <numerusform>%1 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::KeysDialog</name>
    <message>
        <source>Keys and mouse in the profiler</source>
        <translation>性能分析器中的按键和鼠标操作</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Left, right</source>
        <translation>左、右</translation>
    </message>
    <message>
        <source>To the previous or next one in the same row, with its details</source>
        <translation>转到同一行的上一个或下一个，并显示其详细信息</translation>
    </message>
    <message>
        <source>Up, down</source>
        <translation>上、下</translation>
    </message>
    <message>
        <source>To what runs at that time in the row above or below</source>
        <translation>转到上一行或下一行中同一时刻运行的内容</translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation>Home、End</translation>
    </message>
    <message>
        <source>To the first or last in the row</source>
        <translation>转到该行的第一个或最后一个</translation>
    </message>
    <message>
        <source>N, P</source>
        <translation>N、P</translation>
    </message>
    <message>
        <source>To the next or previous one in time within the selection, in any row</source>
        <translation>在所选范围内按时间转到下一个或上一个，不限行</translation>
    </message>
    <message>
        <source>Enter, Space</source>
        <translation>Enter、空格</translation>
    </message>
    <message>
        <source>Select its kernel or stage; with Ctrl, add it or remove it</source>
        <translation>选择其内核或阶段；同时按 Ctrl 可添加或移除</translation>
    </message>
    <message>
        <source>Shift with an arrow</source>
        <translation>Shift 加方向键</translation>
    </message>
    <message>
        <source>Move the view</source>
        <translation>移动视图</translation>
    </message>
    <message>
        <source>Plus, minus</source>
        <translation>加号、减号</translation>
    </message>
    <message>
        <source>Zoom in or out</source>
        <translation>放大或缩小</translation>
    </message>
    <message>
        <source>0</source>
        <translation>0</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>G</source>
        <translation>G</translation>
    </message>
    <message>
        <source>Go to the longest gap; again: to the next one</source>
        <translation>转到最长的空隙；再按转到下一个</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Select everything again</source>
        <translation>恢复选择全部</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Zoom around the pointer; with Shift, move</source>
        <translation>以指针为中心缩放；同时按 Shift 可移动</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Move; in the ruler or with Shift, measure and select a time range</source>
        <translation>移动；在标尺上或同时按 Shift 时，测量并选择时间范围</translation>
    </message>
    <message>
        <source>Click, double click</source>
        <translation>单击、双击</translation>
    </message>
    <message>
        <source>Select what is under the pointer; go there</source>
        <translation>选择指针下的内容；转到该处</translation>
    </message>
    <message>
        <source>Flame</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>方向键</translation>
    </message>
    <message>
        <source>Move from bar to bar</source>
        <translation>在条之间移动</translation>
    </message>
    <message>
        <source>Select what the bar stands for</source>
        <translation>选择该条代表的内容</translation>
    </message>
    <message>
        <source>Zoom into the bar and out again</source>
        <translation>放大到该条或返回</translation>
    </message>
    <message>
        <source>Zoom out, then select everything</source>
        <translation>先缩小，再选择全部</translation>
    </message>
    <message>
        <source>Kernel table</source>
        <translation>内核表</translation>
    </message>
    <message>
        <source>Select the row above or below</source>
        <translation>选择上一行或下一行</translation>
    </message>
    <message>
        <source>Shift or Ctrl</source>
        <translation>Shift 或 Ctrl</translation>
    </message>
    <message>
        <source>With a click or an arrow: select several rows</source>
        <translation>配合单击或方向键：选择多行</translation>
    </message>
    <message>
        <source>Click on a heading</source>
        <translation>单击列标题</translation>
    </message>
    <message>
        <source>Sort by that column</source>
        <translation>按该列排序</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>通用</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LabChoice</name>
    <message>
        <source>All configurations</source>
        <translation>所有配置</translation>
    </message>
    <message>
        <source>All shapes</source>
        <translation>所有形状</translation>
    </message>
    <message>
        <source>Times a variant with all of its tile sizes, not only the preferred one. A check always has all.</source>
        <translation>对变体的所有分块大小计时，而不只是首选的。检查总是包含全部。</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>算术</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>%1, GPU %2</source>
        <translation>%1，GPU %2</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Times in the engine&apos;s own arithmetic, and checks in all that it has here.</source>
        <translation>按引擎自己的算术计时，并按它在这里拥有的所有算术检查。</translation>
    </message>
    <message>
        <source>All variants</source>
        <translation>所有变体</translation>
    </message>
    <message>
        <source>All variants of the op, in the order in which the engine prefers them.</source>
        <translation>该算子的所有变体，按引擎的优先顺序排列。</translation>
    </message>
    <message>
        <source>A shape of the open model or of the full one, or words that select some of them. Only times have a shape: a check has cases of its own.</source>
        <translation>打开的模型或完整模型的一个形状，或用来选出其中一些的词。只有计时才有形状：检查有自己的用例。</translation>
    </message>
    <message>
        <source>Planned by %1</source>
        <translation>%1 所用的形状</translation>
    </message>
    <message>
        <source>Of the full model</source>
        <translation>完整模型的形状</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LabPage</name>
    <message>
        <source>Report…</source>
        <translation>报告…</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>计时</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Nothing was timed yet. Time runs the chosen variants side by side.</source>
        <translation>还没有计时。“计时”会并排运行所选的变体。</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Nothing was checked yet. Check compares each variant with the op&apos;s reference.</source>
        <translation>还没有检查。“检查”会把每个变体与算子的参考实现比较。</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Own kernel</source>
        <translation>自己的内核</translation>
    </message>
    <message>
        <source>Kernel lab</source>
        <translation>内核实验室</translation>
    </message>
    <message>
        <source>Back to the files</source>
        <translation>返回文件</translation>
    </message>
    <message>
        <source>Times the chosen variants side by side, with their errors</source>
        <translation>对所选变体并排计时，并给出误差</translation>
    </message>
    <message>
        <source>Measures the sample with this engine and with its baseline, and writes a report to be completed</source>
        <translation>用这个引擎和它的基线对示例进行测量，并写出一份待补充的报告</translation>
    </message>
    <message>
        <source>Compares the chosen variants with the reference, on shapes of the check&apos;s own: with tails, and with sizes of 1</source>
        <translation>用检查自己的形状（带尾部的，以及大小为 1 的）把所选变体与参考实现比较</translation>
    </message>
    <message>
        <source>Write a report</source>
        <translation>写报告</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>LaTeX (*.tex)</source>
        <translation>LaTeX (*.tex)</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
    <message>
        <source>%1. Reading memory: %2.</source>
        <translation>%1。读取内存：%2。</translation>
    </message>
    <message>
        <source>%1 Matrix products in %2: %3.</source>
        <translation>%1%2 矩阵乘法：%3。</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%2 的 %1：%3</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Engines</source>
        <translation>引擎比较</translation>
    </message>
    <message>
        <source>Batch × length</source>
        <translation>批次 × 长度</translation>
    </message>
    <message>
        <source>%1. It ran on the CPU: only a GPU&apos;s kernels have registers and memory of their own.</source>
        <translation>%1。它在 CPU 上运行：只有 GPU 的内核才有自己的寄存器和内存。</translation>
    </message>
    <message>
        <source>%1. It ran a library&apos;s kernels, whose code is not known.</source>
        <translation>%1。它运行的是库的内核，其代码未知。</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LabPart</name>
    <message>
        <source>&amp;Kernel lab</source>
        <translation>内核实验室(&amp;K)</translation>
    </message>
    <message>
        <source>Kernel lab</source>
        <translation>内核实验室</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LabRoofline</name>
    <message>
        <source>%1 operations per byte</source>
        <translation>每字节 %1 次运算</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Computed from counted operations and bytes, with the ceilings measured in the same run. The longer it took, the larger its mark. Disc: memory-bound; square: compute-bound; diamond: near neither ceiling.</source>
        <translation>由计数的运算和字节算出，上限在同一次运行中测得。用时越长，标记越大。圆：受内存限制；方：受计算限制；菱形：离两个上限都远。</translation>
    </message>
    <message>
        <source>Time a variant to see it under this device&apos;s ceilings.</source>
        <translation>对一个变体计时，即可在这台设备的上限下看到它。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LabTables</name>
    <message>
        <source>Variant</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Its name, and its configuration if that is not the preferred one</source>
        <translation>变体的名称；如果不是首选配置，还有配置</translation>
    </message>
    <message>
        <source>%1 (in use)</source>
        <translation>%1（使用中）</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>The sizes and types of the problem</source>
        <translation>问题的大小和类型</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>计时</translation>
    </message>
    <message>
        <source>The median of a launch</source>
        <translation>一次启动的中位数</translation>
    </message>
    <message>
        <source>From – to</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>The shortest and the longest round, per launch</source>
        <translation>最短和最长一轮中每次启动的时间</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>Floating-point operations per second, counted from the contract</source>
        <translation>每秒浮点运算数，按算子的约定计数</translation>
    </message>
    <message>
        <source>Of the peak</source>
        <translation>占峰值</translation>
    </message>
    <message>
        <source>Share of the rate of large matrix products, measured here</source>
        <translation>占在此测得的大矩阵乘法速率的比例</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Bytes per second that must move, counted from the contract</source>
        <translation>每秒必须移动的字节数，按算子的约定计数</translation>
    </message>
    <message>
        <source>Of the bandwidth</source>
        <translation>占带宽</translation>
    </message>
    <message>
        <source>Share of the rate of reading memory, measured here</source>
        <translation>占在此测得的内存读取速率的比例</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>The largest difference over the largest value</source>
        <translation>最大差值与最大值之比</translation>
    </message>
    <message>
        <source>Compared with</source>
        <translation>比较对象</translation>
    </message>
    <message>
        <source>The reference, or another variant where that would take too long</source>
        <translation>参考实现；如果参考实现太慢，则是另一个变体</translation>
    </message>
    <message>
        <source>the reference</source>
        <translation>参考实现</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>未通过</translation>
    </message>
    <message>
        <source>Engine, arithmetic, name, and a configuration that is not preferred</source>
        <translation>引擎、算术、名称，以及非首选的配置</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>The largest error that passes</source>
        <translation>可以通过的最大误差</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>用例</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>问题所在</translation>
    </message>
    <message>
        <source>The first wrong element, or why there is no result</source>
        <translation>第一个错误的元素，或没有结果的原因</translation>
    </message>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
    <message>
        <source>Kernel %1: the driver says nothing of its code.</source>
        <translation>内核 %1：驱动程序没有提供其代码的信息。</translation>
    </message>
    <message>
        <source>Kernel %1: threads in a block: %2; registers of a thread: %3; shared memory of a block: %4; local memory of a thread, for spilled registers: %5.</source>
        <translation>内核 %1：每个线程块的线程数：%2；每个线程的寄存器：%3；每个线程块的共享内存：%4；每个线程用于溢出寄存器的本地内存：%5。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LastLines</name>
    <message>
        <source>The last two lines</source>
        <translation>最后两行</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LevelMeter</name>
    <message>
        <source>Level</source>
        <translation>音量</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LibraryDelegate</name>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LibraryModel</name>
    <message>
        <source>Its text was never finished</source>
        <translation>其文本未完成</translation>
    </message>
    <message>
        <source>No text</source>
        <translation>没有文本</translation>
    </message>
    <message>
        <source>The text can&apos;t be read</source>
        <translation>无法读取文本</translation>
    </message>
    <message>
        <source>Only a part is transcribed</source>
        <translation>仅转写了一部分</translation>
    </message>
    <message>
        <source>%1, at %2</source>
        <translation>%1，位于 %2</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LibraryPage</name>
    <message>
        <source>Back to the files</source>
        <translation>返回文件</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>Search in every text</source>
        <translation>在所有文本中搜索</translation>
    </message>
    <message>
        <source>Finds sentences, titles and tags that have all these words. Words in quotes follow one another.</source>
        <translation>查找包含所有这些词的句子、标题和标签。引号中的词须连续出现。</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Recordings and transcripts</source>
        <translation>录音和文稿</translation>
    </message>
    <message>
        <source>All tags</source>
        <translation>所有标签</translation>
    </message>
    <message>
        <source>Bin</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Bin (%1)</source>
        <translation>回收站（%1）</translation>
    </message>
    <message>
        <source>Back to the library</source>
        <translation>返回资料库</translation>
    </message>
    <message>
        <source>What was deleted, until you empty the bin</source>
        <translation>已删除的内容，直到您清空回收站</translation>
    </message>
    <message>
        <source>Your recordings and transcripts are being read.</source>
        <translation>正在读取您的录音和文稿。</translation>
    </message>
    <message>
        <source>No sentence, title or tag fits the search.</source>
        <translation>没有符合搜索条件的句子、标题或标签。</translation>
    </message>
    <message>
        <source>The bin is empty.</source>
        <translation>回收站是空的。</translation>
    </message>
    <message>
        <source>There is nothing here yet. Whatever you record or transcribe is kept here, and can be searched.</source>
        <translation>这里还没有内容。您录制或转写的一切都会保存在这里，并可搜索。</translation>
    </message>
    <message>
        <source>The library is still being read. Some entries are missing.</source>
        <translation>仍在读取资料库，部分条目尚未显示。</translation>
    </message>
    <message numerus="yes">
        <source>Only the first %n sentence(s) are shown, from the newest texts.</source>
        <translation>
            <numerusform>仅显示最新文稿中的前 %n 个句子。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LibraryPart</name>
    <message>
        <source>Show the &amp;library</source>
        <translation>显示资料库(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Tags…</source>
        <translation>标签(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>删除(&amp;D)…</translation>
    </message>
    <message>
        <source>Show the &amp;bin</source>
        <translation>显示回收站(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Put back</source>
        <translation>恢复(&amp;P)</translation>
    </message>
    <message>
        <source>Delete for &amp;good…</source>
        <translation>彻底删除(&amp;G)…</translation>
    </message>
    <message>
        <source>&amp;Empty the bin…</source>
        <translation>清空回收站(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Keep transcripts…</source>
        <translation>保留文稿(&amp;K)…</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>Everything that was recorded and transcribed</source>
        <translation>所有录音和文稿</translation>
    </message>
    <message>
        <source>Tra&amp;nscribe</source>
        <translation>转写(&amp;N)</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>导出(&amp;X)…</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LibraryRow</name>
    <message>
        <source>Library</source>
        <translation>资料库</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LiveBars</name>
    <message>
        <source>The kernels that took the most time</source>
        <translation>用时最多的内核</translation>
    </message>
    <message>
        <source>%1
of the op %2, in %3
%4 of the time in which the model ran</source>
        <translation>%1
算子 %2，阶段 %3
占模型运行时间的 %4</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LivePanel</name>
    <message>
        <source>every step in full</source>
        <translation>每一步均完整</translation>
    </message>
    <message>
        <source>one step in %1 in full</source>
        <translation>每 %1 步完整记录一步</translation>
    </message>
    <message>
        <source>Measured by %1, every step in full</source>
        <translation>由 %1 测量，每一步均完整</translation>
    </message>
    <message>
        <source>Measured by %1, one step in %2 in full</source>
        <translation>由 %1 测量，每 %2 步完整记录一步</translation>
    </message>
    <message numerus="yes">
        <source>%1; %2 record(s) were lost</source>
        <translation>
            <numerusform>%1；丢失 %2 条记录</numerusform>
        </translation>
    </message>
    <message>
        <source>Live costs</source>
        <translation>实时开销</translation>
    </message>
    <message>
        <source>Transcribe something to see what each kernel costs.</source>
        <translation>转写任意内容，即可查看每个内核的开销。</translation>
    </message>
    <message>
        <source>Open in the profiler</source>
        <translation>在性能分析器中打开</translation>
    </message>
    <message>
        <source>Hide the live costs and stop measuring</source>
        <translation>隐藏实时开销并停止测量</translation>
    </message>
    <message>
        <source>Share of each stage</source>
        <translation>各阶段的占比</translation>
    </message>
    <message>
        <source>Tokens per second over the run</source>
        <translation>运行期间每秒词元数</translation>
    </message>
    <message>
        <source>Times real time over the run</source>
        <translation>运行期间相对实时的倍数</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Time in which nothing ran on the device. Gaps of 20 µs and longer count as waiting for the host, shorter ones as the time between launches.</source>
        <translation>设备上没有任务运行的时间。20 µs 及更长的空隙计为等待主机，更短的计为两次启动之间的时间。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>时间花在何处</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒词元数</translation>
    </message>
    <message>
        <source>Real time, so far</source>
        <translation>目前相对实时</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>%1 The text is not affected.</source>
        <translation>%1文本不受影响。</translation>
    </message>
    <message>
        <source>running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>not kept</source>
        <translation>未保留</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Available when the transcription is finished</source>
        <translation>转写完成后可用</translation>
    </message>
    <message>
        <source>The measurements of this run are lost</source>
        <translation>此次运行的测量数据已丢失</translation>
    </message>
    <message>
        <source>Profiler</source>
        <translation>性能分析器</translation>
    </message>
    <message>
        <source>real time</source>
        <translation>实时倍数</translation>
    </message>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>elapsed</source>
        <translation>已用时间</translation>
    </message>
    <message>
        <source>tracing costs</source>
        <translation>跟踪开销</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>waiting for the host %1</source>
        <translation>等待主机 %1</translation>
    </message>
    <message>
        <source>between launches %1</source>
        <translation>两次启动之间 %1</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LiveRow</name>
    <message>
        <source>Show the recording</source>
        <translation>显示录音</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LiveShareChart</name>
    <message>
        <source>Time by stage over the run</source>
        <translation>运行期间各阶段的时间</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::LiveTextView</name>
    <message>
        <source>Text as it is spoken</source>
        <translation>边说边出现的文字</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::MainWindow</name>
    <message>
        <source>Tilescribe</source>
        <translation>Tilescribe</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Recording</source>
        <translation>录音(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>P&amp;layback</source>
        <translation>播放(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>队列(&amp;Q)</translation>
    </message>
    <message>
        <source>Li&amp;brary</source>
        <translation>资料库(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Profiler</source>
        <translation>性能分析(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts…</source>
        <translation>键盘快捷键(&amp;K)…</translation>
    </message>
    <message>
        <source>S&amp;ystem theme</source>
        <translation>跟随系统主题(&amp;Y)</translation>
    </message>
    <message>
        <source>L&amp;ight theme</source>
        <translation>浅色主题(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Dark theme</source>
        <translation>深色主题(&amp;D)</translation>
    </message>
    <message>
        <source>Quit Tilescribe?</source>
        <translation>退出 Tilescribe？</translation>
    </message>
    <message>
        <source>Everything is finished now.</source>
        <translation>现在全部完成了。</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::MessagePage</name>
    <message>
        <source>Details…</source>
        <translation>详细信息…</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::ModelCard</name>
    <message>
        <source>In use</source>
        <translation>正在使用</translation>
    </message>
    <message>
        <source>Comes with Tilescribe, %1</source>
        <translation>随 Tilescribe 提供，%1</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>使用此模型</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>Show the folder</source>
        <translation>显示文件夹</translation>
    </message>
    <message>
        <source>Show the folder of %1</source>
        <translation>显示 %1 的文件夹</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Remove %1…</source>
        <translation>移除 %1…</translation>
    </message>
    <message>
        <source>It is in use. Use another model first.</source>
        <translation>它正在使用中。请先改用其他模型。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::ModelsPage</name>
    <message>
        <source>On this computer</source>
        <translation>在这台电脑上</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>正在查找模型…</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Back to the files</source>
        <translation>返回文件</translation>
    </message>
    <message>
        <source>A model&apos;s folder that is already on this computer</source>
        <translation>已在这台电脑上的模型文件夹</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::ModelsPart</name>
    <message>
        <source>&amp;Models</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Folder of the model</source>
        <translation>模型的文件夹</translation>
    </message>
    <message>
        <source>Cancel the download?</source>
        <translation>取消下载？</translation>
    </message>
    <message>
        <source>What has come of it is deleted. To continue it another time, pause it instead.</source>
        <translation>已下载的内容会被删除。若要以后继续，请改为暂停。</translation>
    </message>
    <message>
        <source>Delete it</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete %1?</source>
        <translation>删除 %1？</translation>
    </message>
    <message>
        <source>The downloaded files in %1 are deleted, %2. You can download them again.</source>
        <translation>将删除 %1 中下载的文件，共 %2。您可以重新下载。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Take %1 from the list?</source>
        <translation>将 %1 从列表中移除？</translation>
    </message>
    <message>
        <source>The files in %1 stay as they are.</source>
        <translation>%1 中的文件保持不变。</translation>
    </message>
    <message>
        <source>Take from the list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::OverviewPage</name>
    <message>
        <source>Show the longest gap</source>
        <translation>显示最长的空隙</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Open a profile to see where its time went.</source>
        <translation>打开一份性能记录，查看时间花在何处。</translation>
    </message>
    <message>
        <source>What limits it</source>
        <translation>限制因素</translation>
    </message>
    <message>
        <source>Where the time went, %1</source>
        <translation>时间花在何处，%1</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>时间花在何处</translation>
    </message>
    <message>
        <source>on the host, parallel to the others</source>
        <translation>在主机上，与其他部分并行</translation>
    </message>
    <message>
        <source>For %1 (%2) nothing ran: %3 waiting for the host, %4 between one launch and the next.</source>
        <translation>有 %1（%2）没有任务运行：%3 在等待主机，%4 在两次启动之间。</translation>
    </message>
    <message>
        <source>The longest gap is %1, at the beginning.</source>
        <translation>最长的空隙为 %1，位于开头。</translation>
    </message>
    <message>
        <source>The longest gap is %1, at %2.</source>
        <translation>最长的空隙为 %1，位于 %2。</translation>
    </message>
    <message>
        <source>Nothing stands out: too little was recorded to say.</source>
        <translation>没有突出的问题：记录太少，无法判断。</translation>
    </message>
    <message>
        <source>Could save up to %1</source>
        <translation>最多可节省 %1</translation>
    </message>
    <message>
        <source>Time above what it would take at its ceiling: the most that could be gained</source>
        <translation>超出其上限所需的时间：最多可节省的时间</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show: %1</source>
        <translation>显示：%1</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::OwnKernel</name>
    <message>
        <source>Check the file</source>
        <translation>检查文件</translation>
    </message>
    <message>
        <source>Time the file</source>
        <translation>对文件计时</translation>
    </message>
    <message>
        <source>A kernel file</source>
        <translation>内核文件</translation>
    </message>
    <message>
        <source>Kernel file</source>
        <translation>内核文件</translation>
    </message>
    <message>
        <source>Engine of the kernel file</source>
        <translation>内核文件的引擎</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose the kernel file</source>
        <translation>选择内核文件</translation>
    </message>
    <message>
        <source>What the lab says about the file</source>
        <translation>实验室对该文件的说明</translation>
    </message>
    <message>
        <source>The compiler&apos;s complaints with their lines, the first wrong element, or the times.</source>
        <translation>编译器的报错及其行号、第一个错误的元素，或时间。</translation>
    </message>
    <message>
        <source>A new file has the contract of its op as comments, and no body. It is compiled here, and runs in a program of its own, which is ended if the kernel hangs.</source>
        <translation>新文件以注释给出算子的约定，没有函数体。它在这里编译，并在单独的程序中运行；内核挂起时会结束该程序。</translation>
    </message>
    <message>
        <source>New…</source>
        <translation>新建…</translation>
    </message>
    <message>
        <source>New kernel file</source>
        <translation>新建内核文件</translation>
    </message>
    <message>
        <source>Folder of the new kernel file</source>
        <translation>新内核文件的文件夹</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>GPU code</source>
        <translation>GPU 代码</translation>
    </message>
    <message>
        <source>Compiles the file for a GPU, which need not be there: registers, shared memory, spilled registers, and how many instructions of each kind there are</source>
        <translation>为 GPU 编译该文件，本机不必有 GPU：寄存器、共享内存、溢出的寄存器，以及各类指令的数量</translation>
    </message>
    <message>
        <source>In the model</source>
        <translation>在模型中</translation>
    </message>
    <message>
        <source>Run again when the file changes</source>
        <translation>文件改变时重新运行</translation>
    </message>
    <message>
        <source>Transcribes the sample with the open model, with the kernel and without it: the time of each stage, and the word error rate</source>
        <translation>用已打开的模型转写示例，分别使用和不使用这个内核：各阶段的时间和词错误率</translation>
    </message>
    <message>
        <source>Checks and times the file whenever it is saved</source>
        <translation>每次保存文件时检查并计时</translation>
    </message>
    <message>
        <source>Kernel files (*.cpp *.cu *.tilebc)</source>
        <translation>内核文件 (*.cpp *.cu *.tilebc)</translation>
    </message>
    <message>
        <source>Source of the kernel file</source>
        <translation>内核文件的源代码</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::PlaybackBar</name>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Speed, at the same pitch</source>
        <translation>速度，音调不变</translation>
    </message>
    <message>
        <source>%1×</source>
        <comment>a speed</comment>
        <translation>%1×</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <extracomment>The place in a recording, and its length: &quot;0:07 / 12:03&quot;</extracomment>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::PlaybackPart</name>
    <message>
        <source>&amp;Play</source>
        <translation>播放(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Back 3 seconds</source>
        <translation>后退 3 秒(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Slower</source>
        <translation>减速(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Faster</source>
        <translation>加速(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Segment &amp;begins here</source>
        <translation>片段从此处开始(&amp;B)</translation>
    </message>
    <message>
        <source>Segment ends &amp;here</source>
        <translation>片段到此处结束(&amp;H)</translation>
    </message>
    <message>
        <source>This segment is too short for that.</source>
        <translation>此片段太短，无法这样做。</translation>
    </message>
    <message>
        <source>This segment can begin between %1 s and %2 s: not before the one before it ends, nor after its own end.</source>
        <translation>此片段可以在 %1 秒到 %2 秒之间开始：不早于前一片段的结束，也不晚于它自己的结束。</translation>
    </message>
    <message>
        <source>This segment can end between %1 s and %2 s: not before its own begin, nor after the next one begins.</source>
        <translation>此片段可以在 %1 秒到 %2 秒之间结束：不早于它自己的开始，也不晚于后一片段的开始。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::PreferencesDialog</name>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Kept forever</source>
        <translation>永久保留</translation>
    </message>
    <message numerus="yes">
        <source>Kept for %n day(s)</source>
        <translation>
            <numerusform>保留 %n 天</numerusform>
        </translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>The window changes its language at the next start.</source>
        <translation>语言将在下次启动时更改。</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Engine and model</source>
        <translation>引擎和模型</translation>
    </message>
    <message>
        <source>&amp;Change…</source>
        <translation>更改(&amp;C)…</translation>
    </message>
    <message>
        <source>Other models</source>
        <translation>其他模型</translation>
    </message>
    <message>
        <source>Show the &amp;models</source>
        <translation>显示模型(&amp;M)</translation>
    </message>
    <message>
        <source>Recordings and transcripts</source>
        <translation>录音和文稿</translation>
    </message>
    <message>
        <source>Recordings</source>
        <translation>录音</translation>
    </message>
    <message>
        <source>&amp;Recording settings…</source>
        <translation>录音设置(&amp;R)…</translation>
    </message>
    <message>
        <source>Transcripts</source>
        <translation>文稿</translation>
    </message>
    <message>
        <source>&amp;Keep transcripts…</source>
        <translation>保留文稿(&amp;K)…</translation>
    </message>
    <message>
        <source>&amp;Show the live costs of a transcription</source>
        <translation>显示转写的实时开销(&amp;S)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The bundled demo model</source>
        <translation>自带的演示模型</translation>
    </message>
    <message>
        <source>Prefere&amp;nces…</source>
        <translation>首选项(&amp;N)…</translation>
    </message>
    <message>
        <source>Server %1</source>
        <translation>服务器 %1</translation>
    </message>
    <message>
        <source>Files have one &amp;person per channel: say who speaks</source>
        <translation>文件的每个声道是一个人：标明谁在说话(&amp;P)</translation>
    </message>
    <message>
        <source>Transcription</source>
        <translation>转写</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::ProfileHeader</name>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>times real time</source>
        <translation>实时倍数</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>tracing costs</source>
        <translation>跟踪开销</translation>
    </message>
    <message>
        <source>No profile is open</source>
        <translation>没有打开的性能记录</translation>
    </message>
    <message>
        <source>Transcribe with the live costs shown, or open a saved profile.</source>
        <translation>请在显示实时开销时转写，或打开保存的性能记录。</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>性能记录</translation>
    </message>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::ProfilerWindow</name>
    <message>
        <source>Profiles</source>
        <translation>性能记录</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Flame</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Open a profile…</source>
        <translation>打开性能记录(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Compare with a saved run…</source>
        <translation>与保存的运行比较(&amp;C)…</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Back to the selection before</source>
        <translation>返回上一个选择(&amp;B)</translation>
    </message>
    <message>
        <source>For&amp;ward again</source>
        <translation>前进(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Show everything</source>
        <translation>显示全部(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Keys and mouse</source>
        <translation>按键和鼠标(&amp;K)</translation>
    </message>
    <message>
        <source>Profiler</source>
        <translation>性能分析器</translation>
    </message>
    <message>
        <source>%1 – Profiler</source>
        <translation>%1 – 性能分析器</translation>
    </message>
    <message>
        <source>Profiles (*.sqlite);;All files (*)</source>
        <translation>性能记录 (*.sqlite);;所有文件 (*)</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>性能记录</translation>
    </message>
    <message>
        <source>Save the profile</source>
        <translation>保存性能记录</translation>
    </message>
    <message>
        <source>Open a profile</source>
        <translation>打开性能记录</translation>
    </message>
    <message>
        <source>Compare with a saved run</source>
        <translation>与保存的运行比较</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::QueueBar</name>
    <message>
        <source>Time left: not known yet</source>
        <translation>剩余时间：尚不清楚</translation>
    </message>
    <message>
        <source>More than %1 left in all</source>
        <translation>总共剩余超过 %1</translation>
    </message>
    <message>
        <source>%1 left in all</source>
        <translation>总共剩余 %1</translation>
    </message>
    <message>
        <source>Pauses after the running file.</source>
        <translation>当前文件完成后暂停。</translation>
    </message>
    <message>
        <source>Paused: no file begins.</source>
        <translation>已暂停：不再开始新的文件。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::QueueDelegate</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Remove from the queue</source>
        <translation>从队列中移除</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::QueueModel</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::QueuePart</name>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n finished</source>
        <translation>
            <numerusform>已完成 %1 个，共 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n finished</source>
        <translation>
            <numerusform>全部 %n 个已完成</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finished</source>
        <translation>
            <numerusform>%n 个已完成</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n 个失败</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cancelled</source>
        <translation>
            <numerusform>%n 个已取消</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>Removed files</source>
        <translation>已移除的文件</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Try the sample</source>
        <translation>试用示例(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Undo removal</source>
        <translation>撤销移除(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Try a&amp;gain</source>
        <translation>重试(&amp;G)</translation>
    </message>
    <message>
        <source>Error &amp;details…</source>
        <translation>错误详细信息(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Remove from the queue</source>
        <translation>从队列中移除(&amp;R)</translation>
    </message>
    <message>
        <source>Remove &amp;finished files</source>
        <translation>移除已完成的文件(&amp;F)</translation>
    </message>
    <message>
        <source>Record…</source>
        <translation>录音…</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Progress of the whole queue</source>
        <translation>整个队列的进度</translation>
    </message>
    <message>
        <source>Record and read along</source>
        <translation>录音并同步查看文字</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Try a&amp;gain on the CPU</source>
        <translation>用 CPU 重试(&amp;G)</translation>
    </message>
    <message>
        <source>Transcribe a&amp;gain</source>
        <translation>重新转写(&amp;G)</translation>
    </message>
    <message>
        <source>Open audio or video</source>
        <translation>打开音频或视频</translation>
    </message>
    <message>
        <source>Pause the &amp;queue</source>
        <translation>暂停队列(&amp;Q)</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>Move dow&amp;n</source>
        <translation>下移(&amp;N)</translation>
    </message>
    <message>
        <source>Move to the &amp;top</source>
        <translation>移到最前(&amp;T)</translation>
    </message>
    <message>
        <source>Move to the &amp;bottom</source>
        <translation>移到最后(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Compact list of files</source>
        <translation>紧凑文件列表(&amp;C)</translation>
    </message>
    <message>
        <source>Resume the &amp;queue</source>
        <translation>继续队列(&amp;Q)</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Transcribe again by c&amp;hannel</source>
        <translation>按声道重新转写(&amp;H)</translation>
    </message>
    <message>
        <source>Writes a new transcript that says who speaks, with a speaker for each channel</source>
        <translation>生成一份标明谁在说话的新文稿，每个声道对应一位说话人</translation>
    </message>
    <message>
        <source>One &amp;person per channel</source>
        <translation>每个声道一个人(&amp;P)</translation>
    </message>
    <message>
        <source>Transcribes each channel of new files by itself, and says who speaks</source>
        <translation>对新文件的每个声道分别转写，并标明谁在说话</translation>
    </message>
    <message>
        <source>T&amp;imes of every word</source>
        <translation>每个词的时间(&amp;I)</translation>
    </message>
    <message>
        <source>Finds when each word of new files is spoken, by what a model on this computer listens to</source>
        <translation>根据本机模型所听的位置，找出新文件中每个词何时说出</translation>
    </message>
    <message>
        <source>Choose &amp;likely words</source>
        <translation>按词的搭配选择文本(&amp;L)</translation>
    </message>
    <message>
        <source>Chooses the text of new files by which words follow one another, where the model has a list of words: fewer errors, and slower</source>
        <translation>如果模型带有词表，就按词与词的搭配为新文件选择文本：错误更少，但更慢</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::QueueView</name>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Files to transcribe and their states</source>
        <translation>要转写的文件及其状态</translation>
    </message>
    <message>
        <source>Transcribe again</source>
        <translation>重新转写</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::RecordButton</name>
    <message>
        <source>Stop recording</source>
        <translation>停止录音</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>录音</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::RecordPage</name>
    <message>
        <source>Trouble with the sound</source>
        <translation>声音出现问题</translation>
    </message>
    <message>
        <source>The engine is slower than speech</source>
        <translation>引擎比说话慢</translation>
    </message>
    <message>
        <source>This engine is slower than speech: its text falls behind.</source>
        <translation>此引擎比说话慢：文字会落后。</translation>
    </message>
    <message>
        <source>Use the demo model</source>
        <translation>使用演示模型</translation>
    </message>
    <message>
        <source>Transcribe later</source>
        <translation>稍后转写</translation>
    </message>
    <message>
        <source>Only record now, and transcribe the recording when it is stopped</source>
        <translation>现在只录音，停止后再转写</translation>
    </message>
    <message>
        <source>What happened while recording</source>
        <translation>录音期间发生的情况</translation>
    </message>
    <message>
        <source>Copy all of this text</source>
        <translation>复制全部文本</translation>
    </message>
    <message>
        <source>Small window above all others</source>
        <translation>置于所有窗口之上的小窗口</translation>
    </message>
    <message>
        <source>Recording settings…</source>
        <translation>录音设置…</translation>
    </message>
    <message>
        <source>Back to the files. A recording continues.</source>
        <translation>返回文件。正在进行的录音会继续。</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>已录制</translation>
    </message>
    <message>
        <source>How far the text is behind. Nothing is lost: the rest is read from disk.</source>
        <translation>文字落后多少。不会丢失任何内容：其余部分从磁盘读取。</translation>
    </message>
    <message>
        <source>Last recording</source>
        <translation>上一段录音</translation>
    </message>
    <message>
        <source>New recording</source>
        <translation>新录音</translation>
    </message>
    <message>
        <source>Resume recording</source>
        <translation>继续录音</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Paused. Nothing is being recorded.</source>
        <translation>已暂停。现在没有录音。</translation>
    </message>
    <message>
        <source>Listening.</source>
        <translation>正在聆听。</translation>
    </message>
    <message>
        <source>Press the red button and speak. The text appears here while you do.</source>
        <translation>按下红色按钮并开始说话，文字会同步出现在这里。</translation>
    </message>
    <message>
        <source>Press the red button, or %1, and speak. The text appears here while you do.</source>
        <translation>按下红色按钮或 %1 并开始说话，文字会同步出现在这里。</translation>
    </message>
    <message>
        <source>Recordings are saved in &lt;a href=&quot;folder&quot;&gt;%1&lt;/a&gt; and kept &lt;a href=&quot;keep&quot;&gt;forever&lt;/a&gt;.</source>
        <translation>录音保存在 &lt;a href=&quot;folder&quot;&gt;%1&lt;/a&gt;，&lt;a href=&quot;keep&quot;&gt;永久&lt;/a&gt;保留。</translation>
    </message>
    <message numerus="yes">
        <source>Recordings are saved in &lt;a href=&quot;folder&quot;&gt;%1&lt;/a&gt; and kept &lt;a href=&quot;keep&quot;&gt;for %n day(s)&lt;/a&gt;.</source>
        <translation>
            <numerusform>录音保存在 &lt;a href=&quot;folder&quot;&gt;%1&lt;/a&gt;，保留 &lt;a href=&quot;keep&quot;&gt;%n 天&lt;/a&gt;。</numerusform>
        </translation>
    </message>
    <message>
        <source>No text appears while you do: after you stop, the recording is sent to %1 and transcribed there.</source>
        <translation>录音时不会出现文字：停止后，录音会发送到 %1，并在那里转写。</translation>
    </message>
    <message>
        <source>Press the red button, or %1, and speak. %2</source>
        <translation>请按红色按钮或 %1，然后说话。%2</translation>
    </message>
    <message>
        <source>Press the red button and speak. %1</source>
        <translation>请按红色按钮，然后说话。%1</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::RecordPart</name>
    <message>
        <source>&amp;Record</source>
        <translation>录音(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Record p&amp;age</source>
        <translation>录音页面(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Small window</source>
        <translation>小窗口(&amp;S)</translation>
    </message>
    <message>
        <source>Recording se&amp;ttings…</source>
        <translation>录音设置(&amp;T)…</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>正在录音</translation>
    </message>
    <message>
        <source>Stop &amp;recording</source>
        <translation>停止录音(&amp;R)</translation>
    </message>
    <message>
        <source>R&amp;esume</source>
        <translation>继续(&amp;E)</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::RecordingDialog</name>
    <message>
        <source>Type the text into the active window</source>
        <translation>将文字输入到活动窗口</translation>
    </message>
    <message>
        <source>Recording settings</source>
        <translation>录音设置</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Pause that ends a paragraph, in seconds</source>
        <translation>结束一段的停顿，以秒计</translation>
    </message>
    <message>
        <source>Forever</source>
        <translation>永久</translation>
    </message>
    <message numerus="yes">
        <source>For %n day(s)</source>
        <translation>
            <numerusform>%n 天</numerusform>
        </translation>
    </message>
    <message>
        <source>Shortcut that starts and stops a recording from any window</source>
        <translation>从任意窗口开始和停止录音的快捷键</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Remove the shortcut</source>
        <translation>移除快捷键</translation>
    </message>
    <message>
        <source>&amp;Pause that ends a paragraph</source>
        <translation>结束一段的停顿(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Keep recordings</source>
        <translation>保留录音(&amp;K)</translation>
    </message>
    <message>
        <source>Older ones are removed when Tilescribe starts, but never one whose text is not finished.</source>
        <translation>更早的录音会在 Tilescribe 启动时删除，但文本未完成的除外。</translation>
    </message>
    <message>
        <source>Global &amp;shortcut</source>
        <translation>全局快捷键(&amp;S)</translation>
    </message>
    <message>
        <source>Starts and stops a recording.</source>
        <translation>开始和停止录音。</translation>
    </message>
    <message>
        <source>%1 In this window, %2 always works.</source>
        <translation>%1在此窗口中，%2 始终有效。</translation>
    </message>
    <message>
        <source>&amp;Dictation</source>
        <translation>听写(&amp;D)</translation>
    </message>
    <message>
        <source>Words are typed once they no longer change, and never into Tilescribe&apos;s own windows.</source>
        <translation>文字确定后才会输入，且绝不会输入到 Tilescribe 自己的窗口。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::ReplaceDialog</name>
    <message>
        <source>&amp;Take back the last replacement</source>
        <translation>撤回上一次替换(&amp;T)</translation>
    </message>
    <message>
        <source>F&amp;ind</source>
        <translation>查找(&amp;I)</translation>
    </message>
    <message>
        <source>Sto&amp;p</source>
        <translation>停止(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>替换(&amp;R)</translation>
    </message>
    <message>
        <source>Find and replace in all transcripts</source>
        <translation>在所有文稿中查找和替换</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Regular e&amp;xpression</source>
        <translation>正则表达式(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Find</source>
        <translation>查找(&amp;F)</translation>
    </message>
    <message>
        <source>Replace &amp;with</source>
        <translation>替换为(&amp;W)</translation>
    </message>
    <message>
        <source>What would change</source>
        <translation>将要更改的内容</translation>
    </message>
    <message>
        <source>Tick &amp;all</source>
        <translation>全部勾选(&amp;A)</translation>
    </message>
    <message>
        <source>Tick &amp;none</source>
        <translation>全部不勾选(&amp;N)</translation>
    </message>
    <message>
        <source>Not a regular expression: %1, at character %2.</source>
        <translation>不是正则表达式：%1，位于第 %2 个字符。</translation>
    </message>
    <message>
        <source>Every transcript that is kept is searched, and those in the list of files. Nothing changes before you press Replace.</source>
        <translation>会搜索所有保存的文稿和文件列表中的文稿。按“替换”之前不会有任何更改。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n transcript(s)</source>
        <translation>
            <numerusform>第 %1 份，共 %n 份文稿</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) that are waiting or being transcribed were left out.</source>
        <translation>
            <numerusform>有 %n 个文件正在等待或转写，已略过。</numerusform>
        </translation>
    </message>
    <message>
        <source>You stopped before all were searched.</source>
        <translation>您在全部搜索完之前停止了。</translation>
    </message>
    <message numerus="yes">
        <source>No matches in %n transcript(s).</source>
        <translation>
            <numerusform>%n 份文稿中没有匹配。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You stopped before %n transcript(s), which stay as they are.</source>
        <translation>
            <numerusform>您停止了：还有 %n 份文稿保持原样。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) replaced. Transcripts changed: %1.</source>
        <translation>
            <numerusform>已替换 %n 处。更改的文稿：%1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transcript(s) are as they were before.</source>
        <translation>
            <numerusform>%n 份文稿已恢复原样。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“%1” became “%2” in %n transcript(s)</source>
        <translation>
            <numerusform>在 %n 份文稿中，“%1”已改为“%2”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Places found: %1, in %2 of %n transcript(s). %3 with a tick.</source>
        <translation>
            <numerusform>在 %n 份文稿中的 %2 份里找到 %1 处。已勾选 %3 份。</numerusform>
        </translation>
    </message>
    <message>
        <source>A transcript in the list of files changes in one step, which can be undone. What all others were before is kept until the next replacement.</source>
        <translation>文件列表中的文稿一步更改，可以撤销。其他文稿更改前的内容会保留到下一次替换。</translation>
    </message>
    <message>
        <source>%1 was left out. %2</source>
        <comment>a name and a sentence</comment>
        <translation>%1 已略过。%2</translation>
    </message>
    <message numerus="yes">
        <source>%n other transcript(s) were left out.</source>
        <translation>
            <numerusform>另有 %n 份文稿已略过。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Match case</source>
        <translation>区分大小写(&amp;M)</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::ReplacePart</name>
    <message>
        <source>F&amp;ind and replace in all transcripts…</source>
        <translation>在所有文稿中查找和替换(&amp;I)…</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::ReplacementModel</name>
    <message>
        <source>What is looked for in the text</source>
        <translation>要在文稿中查找的内容</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>What takes its place. Without a text, what is found goes. In a regular expression, \1 is its first group.</source>
        <translation>用来替换的内容。留空则删除找到的内容。在正则表达式中，\1 是第一组。</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>替换为</translation>
    </message>
    <message>
        <source>Not as a part of a longer word</source>
        <translation>不匹配较长词语的一部分</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>全字匹配</translation>
    </message>
    <message>
        <source>Upper and lower case differ</source>
        <translation>区分大写和小写字母</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>What is looked for is a regular expression</source>
        <translation>要查找的是正则表达式</translation>
    </message>
    <message>
        <source>Regular</source>
        <translation>正则</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::RooflinePlot</name>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Operations per byte</source>
        <translation>每字节运算数</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::RooflineView</name>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Computed from counted operations and bytes, with the ceilings measured on this device. The larger a mark, the more time it took. Disc: memory-bound; square: compute-bound; diamond: near neither ceiling. Overlapping kernels share one mark.</source>
        <translation>根据统计得出的运算数和字节数，以及在此设备上测得的上限计算。标记越大，用时越多。圆形：受限于内存；方形：受限于计算；菱形：未接近任何上限。重叠的内核共用一个标记。</translation>
    </message>
    <message>
        <source>Open a profile to see its kernels under the ceilings.</source>
        <translation>打开一份性能记录，查看其内核与上限的关系。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of the time, %2 call(s)</source>
        <translation>
            <numerusform>占时间的 %1，%2 次调用</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 operations per byte</source>
        <translation>每字节 %1 次运算</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::SelectionBar</name>
    <message>
        <source>Selection</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Everything is shown. Choose a time range, a stage or a kernel in any view, and all views follow.</source>
        <translation>正在显示全部内容。在任意视图中选择时间范围、阶段或内核，所有视图都会同步。</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Show everything again</source>
        <translation>恢复显示全部</translation>
    </message>
    <message>
        <source>%1
Click to remove this</source>
        <translation>%1
单击可移除</translation>
    </message>
    <message>
        <source>Remove: %1</source>
        <translation>移除：%1</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::ServerDialog</name>
    <message>
        <source>&amp;Test</source>
        <translation>测试(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Use this server</source>
        <translation>使用此服务器(&amp;U)</translation>
    </message>
    <message>
        <source>Remote server</source>
        <translation>远程服务器</translation>
    </message>
    <message>
        <source>Only if the server wants one</source>
        <translation>仅在服务器要求时填写</translation>
    </message>
    <message>
        <source>Asks the server for its models, and sends no sound</source>
        <translation>询问服务器有哪些模型，不发送声音</translation>
    </message>
    <message>
        <source>Nothing protects the connection to this address (no https): others may read the audio, the text and the key on their way.</source>
        <translation>与此地址的连接没有保护（不是 https）：音频、文本和密钥在途中可能被他人读取。</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>地址(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>密钥(&amp;K)</translation>
    </message>
    <message>
        <source>The server is tilescribe-cli serve, or another that speaks OpenAI&apos;s API, such as vLLM. There is no live text with it: a recording is transcribed once it has ended.</source>
        <translation>服务器可以是 tilescribe-cli serve，也可以是其他支持 OpenAI API 的服务器，例如 vLLM。使用服务器时没有实时文字：录音结束后才会转写。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Asking %1…</source>
        <translation>正在询问 %1…</translation>
    </message>
    <message>
        <source>The key is kept in the system&apos;s keyring, and not in the settings file.</source>
        <translation>密钥保存在系统密钥环中，不在设置文件中。</translation>
    </message>
    <message>
        <source>%1 The key is kept nowhere: it is known until Tilescribe ends.</source>
        <translation>%1 密钥不会保存到任何地方：只记到 Tilescribe 结束为止。</translation>
    </message>
    <message>
        <source>%1 answers. Its model is %2.</source>
        <translation>%1 有响应。它的模型是 %2。</translation>
    </message>
    <message>
        <source>The audio of files that you transcribe goes to the server that you enter.</source>
        <translation>您转写的文件的音频会发送到您填写的服务器。</translation>
    </message>
    <message>
        <source>The audio of files that you transcribe goes to %1, and to no other server. The window says so while it does.</source>
        <translation>您转写的文件的音频会发送到 %1，不会发送到其他服务器。发送期间，窗口会说明这一点。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::ServerPart</name>
    <message>
        <source>Audio leaves this computer</source>
        <translation>音频离开这台电脑</translation>
    </message>
    <message>
        <source>Audio is being sent to %1.</source>
        <translation>正在将音频发送到 %1。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>功能</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Search for a command or a key</source>
        <translation>搜索命令或按键</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::SmallWindow</name>
    <message>
        <source>Drag to move, double-click to show the record page</source>
        <translation>拖动可移动，双击可显示录音页面</translation>
    </message>
    <message>
        <source>The last two lines appear here.</source>
        <translation>最后两行会显示在这里。</translation>
    </message>
    <message>
        <source>Hide this window. A recording continues.</source>
        <translation>隐藏此窗口。正在进行的录音会继续。</translation>
    </message>
    <message>
        <source>Tilescribe</source>
        <translation>Tilescribe</translation>
    </message>
    <message>
        <source>Tilescribe: %1</source>
        <translation>Tilescribe：%1</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::SourcePicker</name>
    <message>
        <source>The system&apos;s default</source>
        <translation>系统默认</translation>
    </message>
    <message>
        <source>%1 (not connected)</source>
        <translation>%1（未连接）</translation>
    </message>
    <message>
        <source>Sound comes from: %1</source>
        <translation>声源：%1</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::SourcePopup</name>
    <message>
        <source>Choose where sound comes from</source>
        <translation>选择声源</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search the sources</source>
        <translation>搜索声源</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>声源</translation>
    </message>
    <message>
        <source>Heard now: %1</source>
        <translation>正在收听：%1</translation>
    </message>
    <message>
        <source>The system&apos;s default</source>
        <translation>系统默认</translation>
    </message>
    <message>
        <source>What this computer plays</source>
        <translation>这台电脑播放的声音</translation>
    </message>
    <message>
        <source>Microphones</source>
        <translation>麦克风</translation>
    </message>
    <message>
        <source>muted</source>
        <translation>已静音</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1, chosen</source>
        <translation>%1，已选择</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::SpeakerDialog</name>
    <message>
        <source>&amp;Only in this segment</source>
        <translation>仅在这个片段(&amp;O)</translation>
    </message>
    <message>
        <source>Speaker</source>
        <translation>说话人</translation>
    </message>
    <message>
        <source>Name of the speaker</source>
        <translation>说话人的名字</translation>
    </message>
    <message>
        <source>&amp;Name of the speaker</source>
        <translation>说话人的名字(&amp;N)</translation>
    </message>
    <message>
        <source>The name changes in the whole transcript, unless it is for this segment only. Without a name it is not said who speaks.</source>
        <translation>名字会在整份文稿中更改，除非只针对这个片段。不填名字则不标明谁在说话。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::StageBar</name>
    <message>
        <source>Time by stage</source>
        <translation>各阶段的时间</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::TagsDialog</name>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Tags, separated by commas</source>
        <translation>标签，用逗号分隔</translation>
    </message>
    <message>
        <source>&amp;Tags, separated by commas</source>
        <translation>标签，用逗号分隔(&amp;T)</translation>
    </message>
    <message>
        <source>A tag groups entries, such as all of one project.</source>
        <translation>标签可将条目归为一组，例如同一项目的所有条目。</translation>
    </message>
    <message>
        <source>In use: %1</source>
        <translation>使用中的标签：%1</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::TextWriter</name>
    <message>
        <source>Write</source>
        <translation>续写</translation>
    </message>
    <message>
        <source>What the model writes</source>
        <translation>模型所写的文本</translation>
    </message>
    <message>
        <source>What the model writes appears here, token by token.</source>
        <translation>模型所写的文本会逐个词元显示在这里。</translation>
    </message>
    <message>
        <source>A folder, a .pt file, or random:NAME</source>
        <translation>文件夹、.pt 文件，或随机权重的名称</translation>
    </message>
    <message>
        <source>A checkpoint of GPT-2 as transformers writes it, a model.pt of minGPT, or random weights, which only show what a model of that size costs</source>
        <translation>transformers 格式的 GPT-2 检查点、minGPT 的 model.pt，或随机权重（只用来显示这种大小的模型的开销）</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Token ids</source>
        <translation>词元编号</translation>
    </message>
    <message>
        <source>0: the likeliest token is taken. Above it tokens are drawn, the higher the more freely.</source>
        <translation>0：取可能性最大的词元。大于 0 时随机抽取，值越大越随意。</translation>
    </message>
    <message>
        <source>With a temperature, tokens are drawn among so many likeliest; 0: all</source>
        <translation>温度大于 0 时，从可能性最大的这么多个词元中抽取；0：全部</translation>
    </message>
    <message>
        <source>With a temperature, the same seed draws the same tokens</source>
        <translation>温度大于 0 时，相同的种子抽取相同的词元</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose the model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>File of minGPT…</source>
        <translation>minGPT 文件…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Prompt is</source>
        <translation>提示形式</translation>
    </message>
    <message>
        <source>New tokens</source>
        <translation>新词元数</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>候选词元数</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Whole numbers with commas between them</source>
        <translation>以逗号分隔的整数</translation>
    </message>
    <message>
        <source>The text that is continued</source>
        <translation>要续写的文本</translation>
    </message>
    <message>
        <source>Models of minGPT (*.pt)</source>
        <translation>minGPT 模型 (*.pt)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::Timeline</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Arrows move from kernel to kernel, N and P in the order of time. F1 lists all keys.</source>
        <translation>方向键在内核之间移动，N 和 P 按时间顺序移动。F1 列出所有按键。</translation>
    </message>
    <message>
        <source>Longest gap</source>
        <translation>最长的空隙</translation>
    </message>
    <message>
        <source>Go to the longest time in which nothing runs (G)</source>
        <translation>转到没有任务运行的最长时间 (G)</translation>
    </message>
    <message>
        <source>No profile is open</source>
        <translation>没有打开的性能记录</translation>
    </message>
    <message>
        <source>Shows %1 of %2</source>
        <translation>显示 %1，共 %2</translation>
    </message>
    <message>
        <source>At %1. %2</source>
        <translation>位于 %1。%2</translation>
    </message>
    <message>
        <source>Nothing runs for %1 (gap %2 of %3)</source>
        <translation>有 %1 没有任务运行（空隙 %2，共 %3）</translation>
    </message>
    <message>
        <source>No profile is open. Transcribe something with the profiler on, or open a saved profile, to see when everything ran.</source>
        <translation>没有打开的性能记录。请在打开性能分析时转写，或打开保存的性能记录，查看各项任务何时运行。</translation>
    </message>
    <message>
        <source>This profile has no records: nothing ran while it was recorded.</source>
        <translation>此性能记录中没有记录：录制期间没有任务运行。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::TimesPart</name>
    <message>
        <source>Impro&amp;ve times</source>
        <translation>改进时间(&amp;V)</translation>
    </message>
    <message>
        <source>Times of words</source>
        <translation>词的时间</translation>
    </message>
    <message>
        <source>Finds in the sound when each word of this English text is spoken</source>
        <translation>在声音中找出这份英语文稿的每个词何时说出</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Improving the times of %1: %2 of %3 heard</source>
        <translation>正在改进 %1 的时间：已听 %2，共 %3</translation>
    </message>
    <message>
        <source>Improving the times of %1…</source>
        <translation>正在改进 %1 的时间…</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::TranscriptPanel</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Details…</source>
        <translation>详细信息…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Choose a file to see its text.</source>
        <translation>选择一个文件以查看其文本。</translation>
    </message>
    <message>
        <source>Listening. The text appears here piece by piece.</source>
        <translation>正在聆听。文字会逐步出现在这里。</translation>
    </message>
    <message>
        <source>No speech was found in this file.</source>
        <translation>在此文件中没有发现语音。</translation>
    </message>
    <message>
        <source>Cancelled before there was any text.</source>
        <translation>在出现文本之前已取消。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::TranscriptPart</name>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;all</source>
        <translation>全部复制(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Timestamps</source>
        <translation>时间戳(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Larger text</source>
        <translation>放大文字(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Smaller text</source>
        <translation>缩小文字(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Normal size</source>
        <translation>正常大小(&amp;N)</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>文稿</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>已复制。</translation>
    </message>
    <message>
        <source>The whole transcript was copied.</source>
        <translation>已复制整份文稿。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::TranscriptView</name>
    <message>
        <source>The model repeated itself here and was stopped.</source>
        <translation>模型在此处不断重复，已被停止。</translation>
    </message>
    <message>
        <source>Not final yet: the text may still change.</source>
        <translation>尚未确定：文字可能还会变化。</translation>
    </message>
    <message>
        <source>Where this begins in the recording (estimated)</source>
        <translation>此处在录音中的起点（估计）</translation>
    </message>
    <message>
        <source>Play from here (%1)</source>
        <translation>从此处播放（%1）</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>文稿</translation>
    </message>
    <message>
        <source>%1 (click to rename)</source>
        <translation>%1（点击可改名）</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::Tray</name>
    <message>
        <source>Show Tilescribe</source>
        <translation>显示 Tilescribe</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Stop recording</source>
        <translation>停止录音</translation>
    </message>
    <message>
        <source>Start recording</source>
        <translation>开始录音</translation>
    </message>
    <message>
        <source>Tilescribe</source>
        <translation>Tilescribe</translation>
    </message>
    <message>
        <source>Tilescribe: %1, %2</source>
        <translation>Tilescribe：%1，%2</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::VocabularyPart</name>
    <message>
        <source>&amp;Words of your own…</source>
        <translation>您自己的词语(&amp;W)…</translation>
    </message>
    <message>
        <source>Brin&amp;g back what the model wrote</source>
        <translation>恢复模型所写的内容(&amp;G)</translation>
    </message>
    <message>
        <source>C&amp;ompare transcripts…</source>
        <translation>比较文稿(&amp;O)…</translation>
    </message>
    <message>
        <source>Two transcripts are needed. Open another one, or transcribe the file again.</source>
        <translation>需要两份文稿。请再打开一份，或再次转写该文件。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::WatchPart</name>
    <message>
        <source>Watched folder</source>
        <translation>监视的文件夹</translation>
    </message>
    <message>
        <source>&amp;Watch a folder…</source>
        <translation>监视文件夹(&amp;W)…</translation>
    </message>
    <message>
        <source>&amp;Stop watching</source>
        <translation>停止监视(&amp;S)</translation>
    </message>
    <message>
        <source>S&amp;kip what this model has transcribed</source>
        <translation>跳过此模型已转写的文件(&amp;K)</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>停止监视</translation>
    </message>
    <message>
        <source>Watch a folder for new recordings</source>
        <translation>监视文件夹中的新录音</translation>
    </message>
    <message>
        <source>New files in %1 are transcribed</source>
        <translation>%1 中的新文件会被转写</translation>
    </message>
    <message>
        <source>&amp;Stop watching %1</source>
        <translation>停止监视 %1(&amp;S)</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::WaveformStrip</name>
    <message>
        <source>Waveform</source>
        <translation>波形</translation>
    </message>
    <message>
        <source>Left and Right move by a second, + and − zoom, 0 shows everything.</source>
        <translation>左右方向键移动一秒，+ 和 − 缩放，0 显示全部。</translation>
    </message>
    <message>
        <source>The segment begins at %1. Drag to change that.</source>
        <translation>片段从 %1 开始。拖动可以更改。</translation>
    </message>
    <message>
        <source>The segment ends at %1. Drag to change that.</source>
        <translation>片段到 %1 结束。拖动可以更改。</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::WordsDialog</name>
    <message>
        <source>Words of your own</source>
        <translation>您自己的词语</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>None: text as the model writes it</source>
        <translation>无：保留模型所写的文本</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>De&amp;lete</source>
        <translation>删除(&amp;L)</translation>
    </message>
    <message>
        <source>I&amp;mport…</source>
        <translation>导入(&amp;M)…</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>导出(&amp;X)…</translation>
    </message>
    <message>
        <source>My words</source>
        <translation>我的词语</translation>
    </message>
    <message>
        <source>The model&apos;s own</source>
        <translation>模型自带的指令</translation>
    </message>
    <message>
        <source>Names and terms, separated by commas</source>
        <translation>名称和术语，用逗号分隔</translation>
    </message>
    <message>
        <source>The demo model follows no instruction, so neither the instruction nor the hotwords go to it. Filler words and replacements work with every model.</source>
        <translation>演示模型不执行指令，因此不会把指令和热词交给它。语气词和替换对所有模型都有效。</translation>
    </message>
    <message>
        <source>Leave out En&amp;glish filler words: um, uh, er, hmm</source>
        <translation>省略英语语气词(&amp;G)：um、uh、er、hmm</translation>
    </message>
    <message>
        <source>Leave out &amp;Chinese filler words that begin a clause: 嗯, 呃</source>
        <translation>省略分句开头的汉语语气词(&amp;C)：嗯、呃</translation>
    </message>
    <message>
        <source>Replacements</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>What the rules change</source>
        <translation>规则带来的更改</translation>
    </message>
    <message>
        <source>Next chang&amp;e</source>
        <translation>下一处更改(&amp;E)</translation>
    </message>
    <message>
        <source>Apply to &amp;this transcript</source>
        <translation>应用到此文稿(&amp;T)</translation>
    </message>
    <message>
        <source>As one step, which can be undone</source>
        <translation>作为一个步骤，可以撤销</translation>
    </message>
    <message>
        <source>N&amp;ame</source>
        <translation>名称(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Instruction</source>
        <translation>指令(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Hotwords</source>
        <translation>热词(&amp;H)</translation>
    </message>
    <message>
        <source>A&amp;dd</source>
        <translation>添加(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>D&amp;own</source>
        <translation>下移(&amp;O)</translation>
    </message>
    <message>
        <source>Re&amp;placements, applied in this order</source>
        <translation>替换，按此顺序应用(&amp;P)</translation>
    </message>
    <message>
        <source>The chosen profile is used for what is transcribed or recorded from now on. What the model wrote is kept with the text.</source>
        <translation>所选方案用于此后的转写和录音。模型所写的内容会与文稿一起保留。</translation>
    </message>
    <message>
        <source>What changes in %1</source>
        <translation>%1 中会更改的内容</translation>
    </message>
    <message>
        <source>Choose a transcript in the window to see here what the rules change in it.</source>
        <translation>请在窗口中选择一份文稿，以便在此查看规则对它的更改。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a name and a number</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>The rule that is wrong must be mended first.</source>
        <translation>请先改正有误的规则。</translation>
    </message>
    <message>
        <source>Nothing changes.</source>
        <translation>没有更改。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n segment(s) change.</source>
        <translation>
            <numerusform>%n 个片段中有 %1 个会更改。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The first %n of them are shown.</source>
        <translation>
            <numerusform>显示其中前 %n 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Import words</source>
        <translation>导入词语</translation>
    </message>
    <message>
        <source>Words (*.json)</source>
        <translation>词语 (*.json)</translation>
    </message>
    <message>
        <source>Export words</source>
        <translation>导出词语</translation>
    </message>
</context>
<context>
    <name>tilescribe::ui::WritingCosts</name>
    <message>
        <source>Speed of writing</source>
        <translation>续写速度</translation>
    </message>
    <message>
        <source>Kernel time per token over the run</source>
        <translation>运行期间每个词元的内核时间</translation>
    </message>
    <message>
        <source>Tokens per second over the run</source>
        <translation>运行期间每秒词元数</translation>
    </message>
    <message>
        <source>Kernel time per token, ms</source>
        <translation>每个词元的内核时间（毫秒）</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒词元数</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>What the text costs</source>
        <translation>文本的开销</translation>
    </message>
    <message>
        <source>What each token costs is shown here while a text is written.</source>
        <translation>续写时，这里会显示每个词元的开销。</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>time of a step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>kernel time per token</source>
        <translation>每词元内核时间</translation>
    </message>
</context>
</TS>
