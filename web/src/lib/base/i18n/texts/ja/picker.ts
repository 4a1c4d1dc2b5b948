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
  'storage-apis': 'ストレージ API',
  'picked-folder': '選んだフォルダー',
} satisfies Translation<typeof en>;
