import { characterOf } from '@quire/document/emoji'
import { raw } from 'hono/html'
import type { Html } from '../blocks/markup.ts'

// The symbols of the frame, drawn on a grid of 24.
const paths = {
  search: '<circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/>',
  menu: '<path d="M4 7h16M4 12h16M4 17h16"/>',
  close: '<path d="m6 6 12 12M18 6 6 18"/>',
  right: '<path d="m9 6 6 6-6 6"/>',
  down: '<path d="m6 9 6 6 6-6"/>',
  out: '<path d="M8 16 17 7M9 7h8v8"/>',
  sun: '<circle cx="12" cy="12" r="4"/><path d="M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4"/>',
  moon: '<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z"/>',
  copy: '<rect x="9" y="9" width="11" height="11" rx="2"/><path d="M15 5V4H4v11h1"/>',
  text: '<path d="M5 5h14M5 10h14M5 15h9M5 20h9"/>',
  previous: '<path d="M19 12H5m6-6-6 6 6 6"/>',
  next: '<path d="M5 12h14m-6-6 6 6-6 6"/>',
}

/** Renders a symbol, which is hidden from screen readers: text or a label beside it carries the meaning. */
export const symbol = (name: keyof typeof paths): Html =>
  raw(
    `<svg class="symbol symbol-${name}" viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths[name]}</svg>`,
  )

/** Returns the character of an emoji's code, as pages store it; undefined for an invalid code. */
export const emojiText = (code: string | undefined): string | undefined =>
  code === undefined ? undefined : characterOf(code)

/** Returns the letter or digit that represents a title in drawings; any other character might break them. */
export const firstLetter = (title: string): string => /[\p{L}\p{N}]/u.exec(title)?.[0]?.toUpperCase() ?? 'Q'
