import type en from '../en/run.ts';
import type { Translation } from '../shape.ts';
import { MB_PER_S } from '@opfsmark/schema/figures/units';

export default {
  about:
    'ブラウザが使っているドライブの速さは？シーケンシャルとランダムの読み書きについて、スループット、IOPS、レイテンシーを測ります。',

  setup: {
    context: {
      otherDrive: '別のドライブを測る',
      label: '測定の対象',
      drive: 'このブラウザのドライブ',
      isolated: '分離済み',
      notIsolated: '分離されていません',
      clock: '時計の分解能 {step}',
      layoutShared: '1つのファイルを共有',
      layoutPerWorker: 'ワーカーごとに1ファイル',
      detecting: 'ブラウザを確認しています…',
      demonstration: '架空のドライブによるデモです。数値はこのパソコンとは関係ありません。',
      memory: 'ドライブを使わず、メモリーだけで測定します。数値はこのパソコンのストレージとは関係ありません。',
    },

    before: {
      memory:
        'プライベートウィンドウのようです。ファイルがメモリーに置かれるため、ドライブは測定できません。通常のウィンドウで開いてください。',
      full: 'このサイトが使える空き容量は {bytes} で、測定には足りません。ドライブの空きを増やしてから、ページを再読み込みしてください。',
      offline: 'オフラインです。測定にネットワークは要りません。結果は、接続が戻ってから公開してください。',
    },

    group: 'グループで測定',
    groupNamed: 'グループ「{name}」で測定',

    agree: 'ドライブに最大 {bytes} を書き込む',

    cache: {
      question: 'このブラウザの保存と、メモリーからの読み込みは、どれくらい速い？',
      label: '読み込み元',
      'drive-and-memory': 'ドライブとメモリーから',
      'as-is': 'メモリーからのみ',
      drive: 'ドライブからのみ',
      cold: 'ドライブから (再起動後)',
      deep: 'メモリーより大きいファイル',
      bothHint:
        '各テストを2回読み込みます。テストファイルをメモリーから追い出してドライブからと、アプリと同じようにメモリーからです。追い出しで書き込みは増えませんが、ほかのファイルもメモリーから追い出されることがあります。',
      memoryHint:
        'アプリと同じように、メモリーにあるデータを読み込みます。ドライブは読み込みません。両方を測るには「ドライブとメモリーから」を選んでください。数秒間、空きメモリーを使います。',
      driveHint:
        'メモリーではなくドライブから読み込みます。空のファイルを読み続け、テストファイルをメモリーから追い出します。書き込みは増えませんが、ほかのファイルもメモリーから追い出されることがあります。同じブロックは2回読みません。',
      coldHint:
        'メモリーではなくドライブから読み込みます。先にファイルを書き込み、パソコンを再起動してから、このページに戻ってください。同じブロックは2回読みません。',
      deepHint:
        'メモリーに収まらないファイルを読み込みます。搭載メモリーの2倍以上のサイズを選んでください。{memory}同じブロックは2回読みません。',
      deepMemory: 'ブラウザが示す容量は {gib} GiB ですが、丸めや上限があるため、実際はもっと多いことがあります。',
      deepMemoryUnknown: 'このブラウザは搭載メモリーの容量を示しません。',
      prepare: '準備',
      prepareEstimate:
        'ドライブに {bytes} を書き込みます (約{time})。終わったらパソコンを再起動して、このページに戻ってください。',
      estimateUpTo:
        '約{time} (遅いドライブや使用中のパソコンでは最大{most})。ドライブに最大 {bytes} を書き込み、終わると削除します。',
      waits: '準備したファイル ({size}) があります',
      waitsSince:
        '書き込み日時: {date}。パソコンを再起動してから読み込んでください。再起動するまでは大部分がメモリーに残っています。',
      run: 'ドライブから読む',
      discard: '破棄',
    },
  },

  ask: {
    title: 'ドライブからも読み込みますか？',
    text: 'このテストは、ドライブそのものを測るために、テストファイルをメモリーから追い出します。数秒間この機器の空きメモリーを使うため、ほかのアプリが読み込み直しになることがあります。',
    measure: 'ドライブとメモリーから',
    leave: 'メモリーからのみ',
  },

  customise: {
    title: 'カスタマイズ',
    intro:
      '測定のすべてのパラメーターです。プロファイルから変更するとスコアは付きません。設定はページのアドレスに含まれます。',
    tests: 'テスト',
    addTest: 'テストを追加',
    removeTest: '{test} を削除',
    pattern: 'パターン',
    sequential: 'シーケンシャル',
    random: 'ランダム',
    block: 'ブロック',
    queues: 'キュー',
    threads: 'スレッド',
    capped: '{test} が求めるワーカーは {asked} ですが、{workers} で実行します。',
    directions: '方向',
    read: '読み込み',
    write: '書き込み',
    mix: 'ミックス',
    mixPercent: 'ミックスの読み込みの割合 (%)',
    size: 'ファイルサイズ (MiB)',
    loops: 'ループ数',
    limit: '1回の制限時間 (秒、0 はなし)',
    interval: 'テスト前の休止 (秒)',
    seed: 'シード',
    data: 'データ',
    dataRandom: 'ランダム',
    dataZero: 'ゼロ',
    verify: '読み込んだ内容の検証',
    verifySampled: '一部',
    verifyAll: '全セクター',
    stable: '安定するまで: 差が 3 % 以内になるまで最大10ループ',
    revisit: '再訪問: ファイルを一巡したら、新しい順序で続ける',
    within: '{min}～{max} の整数',
    withinStep: '{min}～{max} の {step} の倍数',
    invalid: '{min}～{max} の範囲で指定してください。',
    invalidStep: '{min}～{max} の範囲で、{step} の倍数を指定してください。',
    needDirection: '方向を1つ以上選んでください。',
    conflict:
      '同じブロックを2回読まない設定 (「ドライブから (再起動後)」「メモリーより大きいファイル」) は読み込みのみで、「安定するまで」「再訪問」とは併用できません。',
    tooSmall: 'ファイルが小さすぎて、テストとループの数に分けられません。',
    reset: '「{profile}」に戻す',
    cancel: 'キャンセル',
    apply: 'この設定を使う',
  },

  progress: {
    progress: {
      label: '進行状況',
      left: '残り{time}',
      leftUpTo: '残り{time}～{most}',
      almostDone: 'まもなく終了',
      measuring: '{family}: 測定中',
      resumed: '{family}: 再読み込み後、測定を続けています',
      starting: '開始しています',
      preparing: 'ワーカーを起動しています',
      filling: 'ファイルを作成しています',
      forgetting: '{bytes} のメモリーを空けました',
      verifying: '{test}、読み込んだ内容を検証中',
      resting: '{test}、測定前の休止中',
      cleaning: 'ファイルを削除しています',
      large: { read: '大きな読み込み', write: '大きな書き込み', mix: '大きな読み書き' },
      small: { read: '小さな読み込み', write: '小さな書き込み', mix: '小さな読み書き' },
      inWords: '{words} ({row})',
      warmUp: '{test}、ウォームアップ',
      loop: '{test}、ループ {loop}/{loops}',
      latency: '{test}、レイテンシー',
      flushEach: '{test}、毎回フラッシュ',
      announceStarted: '測定を開始しました。約{time}かかります。',
      announceForgetting: '次の読み込みがドライブから行われるように、テストファイルをメモリーから追い出しています。',
      announceCleared: '{bytes} のメモリーを空けました。残り約{time}です。',
      announceResumed: 'ページを再読み込みし、測定を続けています。',
      announceRow: '{test}: {value}',
      announceFrom: '{test}: {value}、{source}',
      announceDone: '測定が終わりました。',
      announceStopped: '測定を停止しました。',
    },

    live: {
      throughput: 'スループット',
      throughputOf: `{test} (${MB_PER_S})`,
      idle: 'テスト中にグラフが表示されます。',
      chart: `このテストの直近{seconds}秒間のスループット (${MB_PER_S})。現在 {value}`,
    },

    iostat: {
      label: 'iostat 形式',
      reads: 'r/s',
      writes: 'w/s',
      readMbs: `r${MB_PER_S}`,
      writeMbs: `w${MB_PER_S}`,
      await: 'await',
      queue: 'aqu-sz',
      util: '%util',
      readsTitle: '毎秒の読み込み回数',
      writesTitle: '毎秒の書き込み回数',
      mbsTitle: '毎秒のメガバイト数',
      awaitTitle: '呼び出し1回の平均時間',
      queueTitle: '処理中の呼び出しの平均数',
      utilTitle: '呼び出しが処理中だった時間の割合',
    },
  },

  trouble: {
    support: {
      title: 'ここでは測定できません',
      not_secure: {
        title: '接続が安全ではありません',
        cause: 'ブラウザは https のページと localhost にだけストレージの利用を認めます。',
        next: 'アドレスを https:// にして開いてください。',
      },
      no_opfs: {
        title: 'このブラウザにはプライベートファイルシステムがありません',
        cause:
          'オリジンプライベートファイルシステム (OPFS) がありません。Safari ではプライベートウィンドウでも使えません。',
        next: '通常のウィンドウを使うか、Chrome または Edge 119、Firefox 115、Safari 16.4 以降を使ってください。',
      },
      no_sync_handles: {
        title: 'このブラウザはファイルを同期的に読み書きできません',
        cause: '測定に使う FileSystemSyncAccessHandle がありません。',
        next: 'ブラウザを更新してください: Chrome または Edge 119、Firefox 115、Safari 16.4 以降。',
      },
      old_sync_handles: {
        title: 'このブラウザは古いため測定できません',
        cause: '測定に使う FileSystemSyncAccessHandle はありますが、初期の版で、呼び出し方が異なります。',
        next: 'ブラウザを更新してください: Chrome または Edge 119、Firefox 115、Safari 16.4 以降。',
      },
      not_isolated: {
        title: 'ページがクロスオリジン分離されていません',
        cause:
          '分離されていないと共有メモリーがなく、時計も粗くなります。ページを囲むフレーム、拡張機能、ヘッダーを取り除くプロキシが原因のことがあります。',
        next: 'ページをタブで直接開き、拡張機能なしで試してください。',
      },
      no_shared_memory: {
        title: 'このブラウザには共有メモリーがありません',
        cause: 'ページとワーカーの同期に使う SharedArrayBuffer がないか、無効になっています。',
        next: 'Chrome または Edge 119、Firefox 115、Safari 16.4 以降を使ってください。',
      },
      no_wasm: {
        title: 'WebAssembly が無効です',
        cause: '測定エンジンは WebAssembly です。ロックダウンモードなど、一部の強化モードでは無効になります。',
        next: 'このサイトで WebAssembly を許可するか、別のブラウザを使ってください。',
      },
      no_locks: {
        title: 'このブラウザには Web Locks がありません',
        cause:
          '2つのタブが順番に測定するために使います。同時に測定すると互いを測ってしまいます。ないか、無効になっています。',
        next: 'Chrome または Edge 119、Firefox 115、Safari 16.4 以降を使ってください。',
      },
      private_window: {
        title: 'プライベートウィンドウのようです',
        cause: 'プライベートウィンドウでは、ブラウザがファイルの保存を拒否します。',
        next: '通常のウィンドウでこのページを開いてください。',
      },
      storage_blocked: {
        title: 'サイトデータの保存が遮断されています',
        cause: 'ブラウザの設定または拡張機能のため、このページはデータ (Cookie など) を保存できません。',
        next: 'ブラウザの設定でこのサイトのデータの保存を許可し、ページを再読み込みしてください。',
      },
      no_workers: {
        title: 'ワーカーを起動できませんでした',
        cause: '測定はワーカースレッドで動きますが、ブラウザが起動しませんでした。',
        next: '拡張機能なしで試すか、別のブラウザを使ってください。',
      },
      core_not_loaded: {
        title: '測定エンジンを読み込めませんでした',
        cause: 'このページのファイル (core.wasm) が届かなかったか、コンパイルできませんでした。',
        next: '接続を確認し、ページを再読み込みしてください。ファイルを遮断する拡張機能が原因のこともあります。',
      },
      no_space: {
        title: '空き容量が足りません',
        cause: 'このサイトの小さなファイルを置く空き容量もありません。',
        next: 'ドライブの空きを増やし、ページを再読み込みしてください。',
      },
      probe_failed: {
        title: 'テスト用のファイルを使えませんでした',
        cause: 'ファイルの保存には対応していますが、小さなテスト用ファイルを作成または読み書きできませんでした。',
        next: 'ページを再読み込みしてください。解決しない場合は、別のブラウザを試してください。',
      },
      check_failed: {
        title: 'ブラウザの確認に失敗しました',
        cause: '予期しないことが起こりました: {detail}',
        next: 'ページを再読み込みしてください。それでもだめなら、別のブラウザを試してください。',
      },
    },
    refused: {
      busy: {
        title: '別のタブで測定中です',
        cause: '同時に測定すると、互いに遅くなります。',
        next: '別のタブの測定が終わるのを待つか、そちらを停止してから「実行」を押してください。',
      },
      unsupported: {
        title: 'このブラウザでは測定できません',
        cause: '必要なものがありません: {detail}',
        next: 'Chrome または Edge 119、Firefox 115、Safari 16.4 以降を、通常のウィンドウで使ってください。',
      },
      invalid_plan: {
        title: 'この設定では測定できません',
        cause: '範囲外の値があります: {detail}',
        next: '上でプロファイルを選んでください。',
      },
      not_prepared: {
        title: 'このテスト用のファイルが準備されていません',
        cause:
          'ドライブから読み込むには、パソコンの再起動前に、まったく同じテスト用のファイルを書き込んでおく必要があります。',
        next: '「準備」をクリックし、パソコンを再起動してから戻ってください。',
      },
      not_agreed: {
        title: 'このテストは大量に書き込みます',
        cause: '先に書き込み量を確認してください。',
        next: '書き込むバイト数の欄にチェックを入れてから、実行してください。',
      },
    },
    failure: {
      title: '{test}に失敗しました',
      kept: 'それまでに終わった結果は残っています。',
      written: 'それまでにこの測定で {bytes} を書き込みました。',
      detail: '詳細: {detail}',
      quota_exceeded: {
        title: 'ブラウザの保存容量の上限に達しました',
        cause:
          'ブラウザはサイトに空き容量の一部だけを認め、ドライブが満杯のときも同じように伝えます。ファイルが入りませんでした。',
        next: '小さいファイルサイズを選ぶか、ドライブの空きを増やしてください。',
      },
      disk_full: {
        title: 'ドライブがいっぱいです',
        cause: 'ファイルを置く場所がありませんでした。',
        next: '空きを増やすか、小さいファイルサイズを選んでください。',
      },
      short_write: {
        title: '書き込みが途中で打ち切られました',
        cause: '渡したバイト数より少ない数しか受け取られませんでした。ドライブがほぼいっぱいのときに起こります。',
        next: '空きを増やして、もう一度実行してください。',
      },
      verify_failed: {
        title: '読み込んだ内容が書き込んだ内容と違います',
        cause: 'セクターの内容が違います。メモリー、ケーブル、またはドライブの故障かもしれません。',
        next: '大切なデータをバックアップしてからもう一度実行し、また起きたらメーカーのツールでドライブを検査してください。',
      },
      handle_lost: {
        title: 'ファイルが失われました',
        cause: '測定中にブラウザがファイルを閉じました。サイトデータの削除などが原因です。',
        next: 'もう一度実行し、その間はサイトデータを削除しないでください。',
      },
      stood_still: {
        title: 'パソコンまたはブラウザが停止していました',
        cause: '測り直せない部分の測定中に、スリープまたは一時停止していました。',
        next: 'それまでの測定結果は残っています。パソコンがスリープしないようにして、もう一度実行してください。',
      },
      worker_died: {
        title: 'ワーカーが停止しました',
        cause: 'ブラウザがベンチマークのスレッドを終了しました。多くはメモリー不足が原因です。',
        next: 'ほかのタブを閉じて、もう一度実行してください。',
      },
      not_allowed: {
        title: 'ブラウザがアクセスを拒否しました',
        cause: 'このサイトの保存が禁止されているか、プライベートウィンドウです。',
        next: 'このページのサイトデータを許可するか、通常のウィンドウで開いてください。',
      },
      file_changed: {
        title: 'ファイルを読み込めなくなりました',
        cause: '選んだあとにファイルが変更、移動、削除されたか、ドライブが取り外されました。',
        next: 'ドライブをつないで、ファイルを選び直してください。',
      },
      io_error: {
        title: '読み書きに失敗しました',
        cause: 'OS がドライブまたは接続のエラーを報告しました。',
        next: 'まず大切なデータをバックアップし、次にケーブルを確認して、メーカーのツールでドライブを検査してください。',
      },
      write_error: {
        title: 'ドライブに書き込めません',
        cause: 'OS が書き込みまたはフラッシュに対して、ドライブまたは接続のエラーを返しました。',
        next: 'まず大切なデータをバックアップし、次にケーブルを確認して、メーカーのツールでドライブを検査してください。',
      },
      internal: {
        title: 'このページのエラーです',
        cause: '起こるはずのないことが起こりました。',
        next: 'ページを再読み込みして、もう一度実行してください。繰り返すときはお知らせください。',
      },
    },
  },
} satisfies Translation<typeof en>;
