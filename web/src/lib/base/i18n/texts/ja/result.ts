import type { Translation } from '../shape.ts';
import type en from '../en/result.ts';

export default {
  verdict: {
    drive: 'ドライブ',
    cached: 'メモリーから',
    kept: 'メモリー上',
    unknown: '読み込み元不明',
    unflushed: 'フラッシュ無効',
    mixed: 'メモリー {percent}',
    share: '呼び出しの約 {share} は、ドライブを待たずに終わりました ({low}～{high})。',
    why: {
      split: '確実にメモリーから読み込んだときの所要時間と比べて推定しています。',
      kept_in_memory:
        'プライベートウィンドウなどで、ブラウザがテストファイルをメモリーに置いています。どの呼び出しもドライブに届いていません。',
      unflushed: 'フラッシュが働いていないため、ドライブに届いたかどうか分かりません。',
      too_few_calls: '呼び出しが少なすぎて、メモリーとドライブを区別できません。',
      clock_too_coarse: '時計の分解能が低く、メモリーとドライブを区別できません。',
      overlap: 'メモリーとドライブの所要時間がほぼ同じで、区別できません。',
      no_floor: 'このブロックサイズではメモリーからの読み込みを測っていないため、比べられません。',
      passes_differ: 'スループットとレイテンシーは順に測定しますが、その間にファイルの状態が変わりました。',
      not_forgotten:
        'システムがテストファイルをキャッシュから手放したことを確かめられず、遅い呼び出しもメモリーから読み込まれた可能性があります。',
      forgotten:
        'OS がファイルをメモリーから追い出した後なので、すべてのデータがドライブから読み込まれています。先読みのため、待たずに終わる呼び出しもあります。',
      direct: 'ページキャッシュを使わずに読み込んだので、すべての呼び出しがドライブに届いています。',
    },
  },

  score: {
    asSsd: 'AS SSD 相当: 読み込み {read}、書き込み {write}',
    asSsdAccess: 'アクセス時間 読み込み {read}、書き込み (毎回フラッシュ) {write}',
    asSsdReads: {
      cached: '読み込みはメモリーからなので、読み込みの点数とアクセス時間はドライブの速さを表しません。',
      mixed: '読み込みの一部はメモリーからなので、読み込みの点数とアクセス時間はドライブのものとは言えません。',
      unknown: '読み込みはメモリーからの可能性があり、読み込みの点数とアクセス時間はドライブのものとは限りません。',
    },
    asSsdWrites: '書き込みがドライブに届いたことは確かめられていません。',
    why: {
      changed_parameters: 'スコアなし: プロファイルから変更されています ({parameters})。',
      not_finished: 'スコアなし: 終わっていないテストがあります。',
      profile_without_score:
        'スコアなし: このプロファイルはドライブの一面だけを測ります。クイック、標準、NVMe にはスコアがあります。',
      other_engine: 'スコアなし: ドライブを測定していません。',
      not_saved: 'スコアなし: 書き込んだデータがドライブにフラッシュされていません。',
      no_drive_reads: 'スコアなし: ドライブから読み込めなかったテストがあります。',
    },
  },

  save: {
    open: '保存…',
    text: 'テキスト',
    markdown: 'Markdown の表',
    csv: 'CSV',
    json: 'JSON (すべての記録)',
    png: 'PNG 画像',
    copyMarkdown: 'Markdown をコピー',
    copied: 'コピーしました',
  },
} satisfies Translation<typeof en>;
