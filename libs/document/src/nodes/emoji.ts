import { emojiToName, nameToEmoji } from 'gemoji'
import type { Emoji } from './nodes.ts'

/** A name between colons that touch no word and no other colon: `a:date:b` and `10:30:00` are no pictures. */
const named = /(?<![\w:]):([a-z0-9_+-]{1,50}):(?![\w:])/g

type Part = { text: string } | { emoji: Emoji }

/** Cuts a text where it names emojis. */
export function cutEmojis(text: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const match of text.includes(':') ? text.matchAll(named) : []) {
    const character = Object.hasOwn(nameToEmoji, match[1] ?? '') ? nameToEmoji[match[1] ?? ''] : undefined
    if (!character) continue
    parts.push({ text: text.slice(from, match.index) }, { emoji: emojiOf(codeOf(character)) })
    from = match.index + match[0].length
  }
  return [...parts, { text: text.slice(from) }]
}

/** The text with characters in place of the names of emojis. */
export const withEmojis = (text: string): string =>
  cutEmojis(text)
    .map((part) => ('text' in part ? part.text : (characterOf(part.emoji.data.code) ?? '')))
    .join('')

export function emojiOf(code: string): Emoji {
  return { object: 'inline', type: 'emoji', isVoid: true, data: { code } }
}

function codeOf(character: string): string {
  return Array.from(character, (one) => one.codePointAt(0)?.toString(16)).join('-')
}

/** The character of a code such as `1f44b` or `2764-fe0f`, if it is one. */
export function characterOf(code: string): string | undefined {
  if (!/^[\da-f]{2,6}(?:-[\da-f]{2,6}){0,10}$/i.test(code)) return undefined
  const points = code.split('-').map((point) => Number.parseInt(point, 16))
  return points.some((point) => point > 0x10ffff || (point >= 0xd800 && point < 0xe000) || point < 0x20)
    ? undefined
    : String.fromCodePoint(...points)
}

/** The name that stands for a code in markdown, if there is one. */
export function nameOf(code: string): string | undefined {
  const character = characterOf(code.toLowerCase()) ?? ''
  const name = Object.hasOwn(emojiToName, character) ? emojiToName[character] : undefined
  return name !== undefined && codeOf(nameToEmoji[name] ?? '') === code ? name : undefined
}
