import type { Translation } from '../report.ts';
import type en from './en.ts';

export default {
  names: {
    read: '読み込み',
    write: '書き込み',
    mix: 'ミックス',
    drive_read: '読み込み (ドライブ)',
    memory_read: '読み込み (メモリー)',
    drive_wait: '読み込み (ドライブを待った分、p50)',
    write_flush: '書き込み (最後に1回フラッシュ)',
    write_burst: 'バースト書き込み (最後に1回フラッシュ)',
    flush_each: '書き込み (毎回フラッシュ)',
    flush_every: '書き込み、フラッシュ1回あたりの呼び出し:',
    buffered: '書き込み (バッファー)',
  },
  tests: 'テスト',
  depth: '同時実行数',
  depthOf: '{workers}のうち {depth}',
  failed: '失敗',
  burst: '書き込みは {bytes} までのバーストで、毎回フラッシュするもの以外は、ループの最後に1回フラッシュします',
  flushed: '毎回フラッシュするもの以外、書き込みはループの最後に1回フラッシュします',
  kept: 'ファイルはメモリー上にあり、ドライブは測っていません',
  direct: 'すべての呼び出しはページキャッシュを通らず、ドライブに届いています',
  computer: '{test} の限界はパソコンでした: 最大 {rate} で、ドライブはもっと速いかもしれません',
  memory: '「メモリーから」の読み込みは、書き込んだ直後のデータが返る速さであり、ドライブの速さではありません',
  unforgotten: {
    forgotten:
      'ファイルの一部がメモリーに残っていました (空のファイルを {bytes} 読みました。ほかのプログラムがファイルを読んだ可能性があります)',
    limit_bytes: 'ファイルがメモリーに残っていた可能性があります (空のファイルを {bytes} 読んで容量の上限に達しました)',
    limit_time: 'ファイルがメモリーに残っていた可能性があります (空のファイルを {bytes} 読んで時間の上限に達しました)',
    no_space:
      'ファイルがメモリーに残っていた可能性があります (空き容量が足りません。読んだ空のファイルは {bytes} です)',
    holes_cost:
      'ファイルがメモリーに残っていた可能性があります (このファイルシステムは、大きさを変えただけのファイルも書き込みます。{bytes})',
    not_supported:
      'ファイルがメモリーに残っていた可能性があります (このファイルシステムまたはドライブではできません。{bytes})',
  },
} satisfies Translation<typeof en>;
