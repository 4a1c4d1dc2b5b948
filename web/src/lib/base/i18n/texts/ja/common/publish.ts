import type { Translation } from '../../shape.ts';
import type en from '../../en/common/publish.ts';

export default {
  publish: {
    open: '公開',
    show: '公開ページを開く',
    copy: 'リンクをコピー',
    copyCode: 'コードをコピー',
    copied: 'コピーしました',
    copyFailed: 'コピーできません',
    share: '共有…',
    qr: {
      open: 'QR コード',
      title: 'スマートフォンで結果を開く',
      how: 'スマートフォンのカメラで読み取ると、この結果が開き、同じテストをそこで実行できます。',
    },
    pictureStates: { none: '画像をコピー', copied: 'コピーしました', failed: '画像をコピーできません' },
    why: {
      scripted: '公開できるのは実際のドライブの測定だけです。これはデモです。',
      nothing: '終わったテストがないため、公開するものがありません。',
    },
  },
  declared: {
    device: '機種',
    drive: 'ドライブ',
    interface: 'インターフェース',
    filesystem: 'ファイルシステム',
    note: 'メモ',
    profile: 'ブラウザのプロファイル',
    profileMoved: 'このドライブへ移した',
  },
} satisfies Translation<typeof en>;
