/** What published figures are called, by the English of the vectors. What is not here is the same in both. */
export default {
  'An SSD that stalls: 4 KiB reads and writes at once': 'プチフリーズする SSD: 4 KiB の読み書きを同時に',
  'PFM on the SSD of an Eee PC S101 (eeepc.dnki.co.jp, entries on PFM)':
    'Eee PC S101 の SSD での PFM (eeepc.dnki.co.jp の PFM に関する記事)',
  "A row of the source's table counts calls by whole milliseconds; the shares divide by the time cut to tenths of a second.":
    '出典の表は1ミリ秒ごとに回数を数えています。割合は、0.1秒未満を切り捨てた時間で割ったものです。',
  'In the first run 113 writes of 50,000 took two fifths of the time; in the second 7 took 6 %.':
    '1回目は5万回のうち113回の書き込みが時間の5分の2を占め、2回目は7回が 6 % を占めました。',
  'The third run was published with version 0.3 of the tool, which cut its means to whole milliseconds: they are left out.':
    '3回目はツールのバージョン 0.3 で公表されました。このバージョンは平均のミリ秒未満を切り捨てるため、平均は載せていません。',
  '50,000 calls each way': '読み書き各5万回',
  'first run': '1回目',
  'second run': '2回目',
  'third run': '3回目',
  'Mean read': '読み込みの平均',
  'Mean write': '書き込みの平均',
  'Mean of the reads over 100 ms': '100 ms を超えた読み込みの平均',
  'Mean of the writes over 100 ms': '100 ms を超えた書き込みの平均',
  'Share of the time in reads over 100 ms': '100 ms を超えた読み込みが占める時間',
  'Share of the time in writes over 100 ms': '100 ms を超えた書き込みが占める時間',

  'Copying small files, before and after accesses were limited': '小さなファイルのコピー: アクセスを減らす設定の前と後',
  'CopySpdBench 0.3 on Windows XP, Eee PC S101; five trials': 'Windows XP、Eee PC S101 での CopySpdBench 0.3、試行5回',
  'LL copies with a 64 KiB buffer; HL leaves the copy to one call of the system.':
    'LL は 64 KiB のバッファーでコピーし、HL はシステムの呼び出し1回に任せます。',
  'The source writes MB/s and means 2^20 bytes per second: files x size / seconds gives its figures.':
    '出典の MB/s は毎秒 2^20 バイトです。個数 × 大きさ ÷ 秒がその値になります。',
  before: '前',
  after: '後',

  'One gibibyte in 1 MiB blocks, cached, direct and synchronous': '1 GiB を 1 MiB ずつ: キャッシュ、ダイレクト、同期',
  'dd and ddpt on an NVMe disk under FreeBSD 11.1': 'FreeBSD 11.1 の NVMe での dd と ddpt',
  'O_DIRECT changes nothing on this file system: only synchronous writes are not answered from memory.':
    'このファイルシステムでは O_DIRECT を付けても変わりません。メモリーで済まないのは同期書き込みだけです。',
  'ZFS, write': 'ZFS、書き込み',
  'ZFS, read after a reboot': 'ZFS、再起動後の読み込み',
  'Raw device, write': 'デバイスへ直接、書き込み',
  'Raw device, read': 'デバイスから直接、読み込み',
  'ZFS on a hard disk, read': 'ハードディスクの ZFS、読み込み',
  'Read without writing anywhere, from memory': 'どこにも書かない読み込み、メモリーから',
  write: '書き込み',
  read: '読み込み',
  direct: 'ダイレクト',
  sync: '同期',
  'direct and sync': 'ダイレクトかつ同期',
  'no prefetch': '先読みなし',
  '1 GiB buffer': '1 GiB のバッファー',
  'from memory': 'メモリーから',

  'Block sizes from 512 B to 128 KiB': '512 B から 128 KiB までのブロックサイズ',
  'nvmecontrol perftest, 16 threads, 10 s each, on the same NVMe disk':
    '同じ NVMe での nvmecontrol perftest、16スレッド、各10秒',
  'MB/s in the source are whole mebibytes per second, rounded down.':
    '出典の MB/s は毎秒の MiB で、小数は切り捨てです。',
  'Read through the driver': 'ドライバー経由の読み込み',
  'Read through the block layer': 'ブロック層経由の読み込み',
  'Data sheet, sequential Q32T1': '仕様書、シーケンシャル Q32T1',

  'Two million inserts of about 1,000 bytes: magnetic disk against SSD':
    '約 1,000 バイトの挿入200万件: 磁気ディスクと SSD',
  'iostat -x averages over the run': '実行中の iostat -x の平均',
  'Time for all inserts': 'すべての挿入の時間',
  'Waiting for storage': 'ストレージ待ち',
  Computing: '計算',
  'Storage busy': 'ストレージの稼働',
  'Average queue': 'キューの平均',
  'Longest queue': 'キューの最大',
  'Kilobytes written per second': '毎秒の書き込み (kB)',
  'Most kilobytes written per second': '毎秒の書き込みの最大 (kB)',
  disk: 'ディスク',
  calls: '回',

  'One external SSD, three file systems': '外付け SSD 1台と3つのファイルシステム',
  'AmorphousDiskMark 2.5, 512 MiB, USB 3.1 SSD on a MacBook Pro 2019':
    'MacBook Pro 2019 と USB 3.1 SSD での AmorphousDiskMark 2.5、512 MiB',
  'Only relations were published.': '公表されたのは比だけです。',
  'Space is allotted in 4 KiB by APFS and HFS+, in 32 KiB by exFAT.':
    '割り当ての単位は APFS と HFS+ が 4 KiB、exFAT が 32 KiB です。',
  "With a limit of 5 s, random writes show the drive's write cache.":
    '5秒の制限では、ランダム書き込みに見えるのはドライブの書き込みキャッシュです。',
  'RND4K Q32 read': 'RND4K Q32 読み込み',
  'RND4K Q1 read': 'RND4K Q1 読み込み',
  'RND4K write': 'RND4K 書き込み',
  ratio: '比',

  'Hard disk and hybrid disk against an SSD': 'SSD に対するハードディスクとハイブリッドディスク',
  'AmorphousDiskMark with its defaults of that time (500 MB), iMac, MacBook Pro and a hybrid disk':
    '当時の標準設定 (500 MB) の AmorphousDiskMark、iMac、MacBook Pro、ハイブリッドディスク',
  'Shown there as the decimal logarithm of the ratio to the SSD; the figures are orders of magnitude.':
    '出典では SSD に対する比の常用対数で示されています。桁を表す値です。',
  'With five loops the hybrid disk reads RND4K tens of times faster, while writes and sequential reads stay: its cache only shows when loops repeat the same blocks.':
    '5回の繰り返しではハイブリッドディスクの RND4K 読み込みが数十倍になり、書き込みとシーケンシャル読み込みは変わりません。キャッシュは同じブロックを繰り返すときだけ現れます。',
  'Hard disk, all tests': 'ハードディスク、全テスト',
  'Hard disk, RND4K Q32 read': 'ハードディスク、RND4K Q32 読み込み',
  'Hybrid disk, read with one loop': 'ハイブリッドディスク、1回だけの読み込み',
  hybrid: 'ハイブリッド',
} satisfies Readonly<Record<string, string>>;
