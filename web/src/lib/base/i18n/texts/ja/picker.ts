import type { Translation } from '../shape.ts';
import type en from '../en/picker.ts';

export default {
  label: '測定の種類',
  matrix: 'ドライブ',
  stutter: 'プチフリ',
  'small-files': '小さなファイル',
  'block-sweep': 'ブロックサイズ',
  'queue-sweep': 'キューの深さ',
  durability: '永続性',
  sustained: '持続書き込み',
  database: 'データベース',
  'app-storage': 'アプリのストレージ',
  'picked-folder': '選んだフォルダー',
  'picked-file': '選んだファイル',
  more: 'ほかの質問',
  tests: 'ほか{count}種類',
  takes: '{name}・{time}',
  question: {
    matrix: 'どれくらい速い？',
    stutter: '引っかからない？',
    'small-files': '小さなファイルが多いと？',
    'block-sweep': '最適なブロックサイズは？',
    'queue-sweep': '同時に呼び出すと速くなる？',
    durability: '保存は確実？',
    sustained: 'どこまで遅くなる？',
    database: 'データベースに足りる速さ？',
    'app-storage': 'アプリに合うストレージは？',
    'picked-folder': 'ほかのドライブはどれくらい速い？',
    'picked-file': '読み込みだけできるドライブの速さは？',
  },
  about: {
    matrix:
      'ブラウザが使っているドライブの速さは? シーケンシャルとランダムの読み書きについて、スループット、IOPS、レイテンシを測ります。',
    stutter:
      '負荷をかけてもドライブは止まらないか? 4 KiB の読み書きを 20 秒以上同時に行い、プチフリの長さと、時間に占める割合を調べます。',
    'small-files': '多数の小さなファイルにかかる時間は? 作成、コピー、削除を測ります。コピーの内容はすべて検証します。',
    'block-sweep':
      'どのブロックサイズが有利か? 1 回の呼び出しを 512 B から 16 MiB まで変えて、スループットを測ります。',
    'queue-sweep': '並列にするとどれだけ速くなるか? 同時 1 から 64 までの IOPS とレイテンシを測ります。',
    durability:
      'フラッシュのコストは? 同じデータを、フラッシュなし、最後に 1 回、書き込みごとの 3 通りで書き込みます。',
    sustained: '書き込み速度は続くか? 速度が落ちるか、同意した上限に達するまで書き続けます。',
    database: 'SQLite の速さは? まとめての挿入、1 行ずつの挿入、キーによる読み込みと、ストレージ待ちの割合を測ります。',
    'app-storage':
      'Web アプリにはどのストレージがよいか? 同じ行を OPFS、IndexedDB、Dexie、SQLite で読み書きし、約束が同じもの同士だけを比べます。',
    'picked-folder':
      '別のドライブの速さは? そのドライブのフォルダーを選ぶと、ページから使える方法で読み書きし、このブラウザがメモリー上で出せる速さと並べます。',
    'picked-file':
      '読み込むだけのドライブ (ハードディスク、USB メモリー、SD カード、スマートフォンなど) の速さは? どのブラウザでも、大きなファイルを 1 つ選ぶと測れます。ファイルは読み込むだけです。',
  },
} satisfies Translation<typeof en>;
