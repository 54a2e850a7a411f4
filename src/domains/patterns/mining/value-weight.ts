// How much a word that differs between two otherwise equal lines speaks for "a value goes here", in quarters.
// Words of state, of actions and of grammar tell different events apart; names, keys and everything else are values.

export const valueQuarters = 4;
const wordQuarters = 1;

const words = new Set(
  [
    'start stop restart up down on off in out open close enable disable true false yes no ok error success successful',
    'fail failure pass add remove create delete update insert read write get put post patch head options trace connect',
    'disconnect accept reject allow deny grant revoke online offline active inactive ready busy idle alive dead healthy',
    'unhealthy normal unknown new old setup init begin end commit rollback lock unlock load unload send sent receive',
    'login logout attach detach mount unmount import export push pull suspend resume join leave left right first last',
    'high low min max full empty primary secondary master slave leader follower debug info warn warning fatal critical',
    'a an the to from for by of at with without not is are was were has have had be been and or as via than then',
  ]
    .join(' ')
    .split(' '),
);

// Where a number stands in one line and one of these in another, they need no other proof.
const nothing = new Set(['null', 'nil', 'undefined', 'nan']);

export function valueWeight(token: string): number {
  const word = (token.endsWith('.') ? token.slice(0, -1) : token).toLowerCase();
  if (nothing.has(word)) return 2 * valueQuarters;
  return words.has(word) || /^[a-z-]{2,}(?:ed|ing)$/.test(word) ? wordQuarters : valueQuarters;
}

/** Two letters side by side, or any letter outside ASCII: something a person would call a word. */
export function isWord(token: string): boolean {
  return /[a-z]{2}|[^\0-\x7f]/i.test(token);
}

const messageKeys = new Set(['message', 'msg', 'event', 'err', 'error', 'reason', 'level']);

/** What follows such a key says what happened: never a value, however many kinds of it there are. */
export function isMessageKey(token: string, separatorAfter: string): boolean {
  return (separatorAfter.includes('=') || separatorAfter.includes(':')) && messageKeys.has(token.toLowerCase());
}
