// Log lines of which it is known which statement wrote them: what a pattern counts can be held against what was sent.

import { seededRandom } from '../../src/lib/random.ts';

export interface SentLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly service: string;
}

export interface Template {
  readonly service: string;
  readonly level: SentLine['level'];
  /** With `{…}` where values stand. */
  readonly text: string;
  /** A word of it that no other has, and that is no value. */
  readonly mark: string;
}

const usualServices = ['shop', 'cart', 'payments', 'search', 'mailer'] as const;
export const floodedService = 'noise';
const names = 'ann bob cyrus dora emil fatima gustav hedda igor jana karl lena mats nora otto pia'.split(' ');
const syllables = 'ba de fi go hu ka le mi no pu ra se ti vo wu za'.split(' ');
const places = ['{n}', '{ms} ms', '{ip}', 'id={id}', '{path}', '{id}', '{name}', 'user={name}'] as const;
const nameless = 6;

export class PatternLines {
  readonly templates: readonly Template[];
  /** How many lines of each template came out. */
  readonly counts: Map<Template, number>;
  readonly #random: () => number;

  constructor(seed: number, templateCount: number) {
    this.#random = seededRandom(seed);
    this.templates = Array.from({ length: templateCount }, (_, n) => this.#template(n));
    this.counts = new Map(this.templates.map((template) => [template, 0]));
  }

  /** A few statements write most of the lines, as everywhere. */
  usual(): SentLine {
    const at = Math.floor(this.#random() ** 2 * this.templates.length);
    const template = this.templates[at];
    if (template === undefined) throw new RangeError('no such template');
    this.counts.set(template, (this.counts.get(template) ?? 0) + 1);
    const { service, level, text } = template;
    return { service, level, message: text.replaceAll(/\{(\w+)\}/g, (_, kind: string) => this.#value(kind)) };
  }

  /** Words by chance, and nothing else: hardly two lines have one shape. */
  random(): SentLine {
    const words = Array.from({ length: 4 + this.#below(6) }, () => this.#word(2 + this.#below(3)));
    return { service: floodedService, level: 'info', message: words.join(' ') };
  }

  #template(n: number): Template {
    const words = Array.from({ length: 4 + this.#below(4) }, () => `${this.#word(3)}${letters(n)}`);
    // Words that vary are found to be values when they met: of two in one line each needs its own lines.
    for (let values = 1 + this.#below(3), from: number = places.length; values > 0; values--) {
      const place = this.#below(from);
      if (place >= nameless) from = nameless;
      words.splice(1 + this.#below(words.length), 0, places[place] ?? '{n}');
    }
    return {
      service: usualServices[n % usualServices.length] ?? '',
      level: n % 10 === 0 ? 'error' : n % 5 === 0 ? 'warn' : 'info',
      text: words.join(' '),
      mark: words[0] ?? '',
    };
  }

  #value(kind: string): string {
    switch (kind) {
      case 'ip':
        return `10.${this.#below(256)}.${this.#below(256)}.${this.#below(256)}`;
      case 'id':
        return (this.#below(0x1_0000_0000) + 0x1_0000_0000).toString(16);
      case 'name':
        return names[this.#below(names.length)] ?? '';
      case 'path':
        return `/var/lib/${this.#word(3)}/${this.#below(1000)}`;
      default:
        return String(this.#below(100_000));
    }
  }

  #word(length: number): string {
    return Array.from({ length }, () => syllables[this.#below(syllables.length)] ?? '').join('');
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end);
  }
}

/** A number that looks like no number. */
function letters(n: number): string {
  return String(n).replaceAll(/\d/g, (digit) => 'qwxyjcfsgh'[Number(digit)] ?? '');
}
