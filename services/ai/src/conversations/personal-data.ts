/**
 * Patterns of data that names a person or opens something, the specific ones first. Each takes time
 * that grows with the length of a text: repetitions are bounded, or begin at the start of a word only.
 */
const patterns: readonly RegExp[] = [
  // Addresses, with all that their query and fragment may say.
  /\bhttps?:\/\/[^\s<>"')\]]+/giu,
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,200}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}/gu,
  // Numbers of phones, cards, accounts and customers: seven digits at least, grouped or not.
  /(?<![\p{L}\p{N}])\+?\(?\d(?:[ ./()-]{0,2}\d){6,200}/gu,
  /\b(?:\d{1,3}\.){3}\d{1,3}\b/g,
  // Keys and tokens: long words of letters with digits in them.
  /(?<![\p{L}\p{N}_-])(?=[\w-]{0,200}\d)[A-Za-z0-9_-]{20,200}/gu,
]

/** The greeting at the beginning of a message and the farewell at its end, which have names. */
const greeting =
  /^\s*(?:[Hh]i|[Hh]ello|[Hh]ey|[Dd]ear|[Gg]ood (?:morning|afternoon|evening)|[Hh]allo|[Bb]onjour|[Hh]ola)(?:\s+(?:\p{Lu}[\p{L}'’-]{0,40}|there|all|team|everyone)){0,4}\s*[,!.\n]/u
const farewell =
  /(?:^|\n|[.!?]\s)[ \t]{0,9}(?:best|kind|warm)? ?(?:regards|thanks|thank you|cheers|sincerely|best wishes)\b[^\n?]{0,20}[,!.\n][^?]{0,300}$/iu

/**
 * Returns a text without the data by which a person could be recognized or harmed, as far as its form shows it: each is
 * replaced by an ellipsis, which no search looks for. Names within sentences stay.
 */
export function withoutPersonalData(text: string): string {
  const body = text.replace(greeting, ' ').replace(farewell, (all) => all.match(/^[.!?]/)?.[0] ?? '')
  return patterns.reduce((rest, pattern) => rest.replace(pattern, '…'), body)
}
