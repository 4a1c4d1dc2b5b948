import type { RunView } from '@opfsmark/schema/api';
import { cardSvg } from '@opfsmark/schema/answer/picture';
import { clientName } from '@opfsmark/schema/documents';
import { SPOKEN, type Spoken } from '../figures/languages.ts';
import { measure } from './measure.ts';
import { writable } from './writable.ts';

/** The card of a result as other sites show it. */
export function ogSvg({ record, declared }: Pick<RunView, 'record' | 'declared'>, language: Spoken = 'en'): string {
  const { words, pictures, numbers } = SPOKEN[language];
  const { browser, os } = record.environment.client;
  return cardSvg(record, {
    title: writable(declared.device) || pictures.unknownDevice,
    details: writable(
      [clientName(browser), clientName(os), record.plan.profile, record.started_at.slice(0, 10)].join(' · '),
    ),
    words,
    pictures,
    numbers,
    font: 'Noto Sans CJK JP',
    measure,
  });
}
