import type { Translation } from '../shape.ts';
import type en from '../en/pick.ts';

export default {
  first: '比較…',
  picked: '選択中。もう1つ選んでください',
  second: '{name} と比較',
  of: '{action}: {name}',
  next: '比較する相手を選んでください:',
  fromHistory: 'このブラウザの測定から',
  fromBoards: 'ランキングから',
} satisfies Translation<typeof en>;
