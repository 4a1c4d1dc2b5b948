import type { Translation } from '../shape.ts';
import type en from '../en/permalink.ts';

export default {
  pageTitle: '{device}: {name}',
  by: '{os} の {browser}',
  declared: '申告内容',
  declaredHint: '公開した人による申告です。ウェブページからは確認できません。',
  runSame: '同じ測定を実行',
  phone: {
    open: 'スマートフォンで測る…',
    title: 'スマートフォンで測って並べる',
    how: 'スマートフォンのカメラでコードを読み取り、「実行」を押してください。測定が終わると、スマートフォンに両方の結果が並びます。',
  },
  held: '確認待ちのため、順位は付きません。',
  heldReasons: {
    outlier:
      'この機種でほかのネットワークが測った値から大きく離れています。近い結果が公開されるか、管理者が確認すると集計されます。',
    memory_backed:
      'プライベートウィンドウなどで、ファイルがメモリー上にあったと思われます。順位を付けるには通常のウィンドウで測ってください。',
    flush_does_nothing: 'フラッシュが働いていません。順位を付けるには、データが残るストレージで測ってください。',
    hidden_during_pass:
      '測定中にページが非表示になりました。ページを表示したまま測り直すか、管理者の確認をお待ちください。',
  },
} satisfies Translation<typeof en>;
