import type { Translation } from '../shape.ts';
import type en from '../en/lasting.ts';

export default {
  lasts: {
    agreed: 'このサイトのデータは、削除するまで残すことをブラウザが認めています。',
    room: 'ドライブの空きが少なくなると、このサイトのデータはブラウザに削除されることがあります。',
    unvisited: 'このサイトを開かずに7日間使うと、このサイトのデータはブラウザに削除されることがあります。',
  },
  notKept: {
    title: 'この測定はこのブラウザにありません',
    text: '測定は、測定したブラウザだけに残ります。自分で削除したか、ブラウザが削除したか、別のブラウザで測定したものです。',
  },
  unreadable: {
    title: 'この測定は読み込めません',
    text: 'このブラウザに残っているデータが壊れているか、このサイトの別のバージョンのものです。履歴ページで、そのまま保存するか削除できます。',
  },
  askToLast: '残すようブラウザに求める',
  refused: 'ブラウザは認めませんでした。ファイルに保存すると確実です。',
  saveAsFile: '履歴とキーをファイルに保存',
} satisfies Translation<typeof en>;
