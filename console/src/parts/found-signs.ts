import { type Gemoji, gemoji } from 'gemoji'
import { emojiCode } from './emoji.ts'

/** A sign that is offered, with the name that says what it is. */
export interface OfferedSign {
  value: string
  name: string
}

/** The number of emojis and of icons that are offered at once. */
const maxFound = 60

/** A text that is one emoji. */
const isEmoji = (text: string) =>
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[#*\d]\uFE0F?\u20E3)/u.test(text) &&
  [...new Intl.Segmenter().segment(text)].length === 1

/** Returns emojis by their codes: those whose names hold all words of a text, or the text itself if it is one. */
export function foundEmojis(text: string): OfferedSign[] {
  const typed = text.trim()
  if (isEmoji(typed)) return [{ value: emojiCode(typed) ?? '', name: nameOf(typed) }]
  const found = gemoji.filter(({ description, names, tags }) => holds([description, ...names, ...tags], typed))
  return found
    .slice(0, maxFound)
    .map(({ emoji, description }) => ({ value: emojiCode(emoji) ?? '', name: description }))
}

/** Returns icons by their names: those that hold all words of a text. */
export const foundIcons = (names: readonly string[], text: string): OfferedSign[] =>
  names
    .filter((name) => holds([name], text))
    .slice(0, maxFound)
    .map((name) => ({ value: name, name: name.replaceAll('-', ' ') }))

const nameOf = (sign: string) => gemoji.find(({ emoji }: Gemoji) => emoji === sign)?.description ?? sign

const holds = (names: readonly string[], text: string) => {
  const all = names.join(' ').toLowerCase()
  return text
    .toLowerCase()
    .split(/[\s-]+/)
    .every((word) => all.includes(word))
}
