import type { PhrasingContent } from 'mdast'
import { isSafeUrl } from '../markdown/urls.ts'
import { squeezed } from '../markdown/white-space.ts'
import { urlOf } from '../nodes/content-refs.ts'
import { characterOf, nameOf } from '../nodes/emoji.ts'
import { writeLength } from '../nodes/lengths.ts'
import type { Button, Emoji, InlineImage, Mention, VoidInline } from '../nodes/nodes.ts'
import { openTag } from './write-html.ts'
import type { WritingContext } from './writing-context.ts'

/** A node without text of its own; `touching` are the characters beside it. */
export function writeVoid(node: VoidInline, writing: WritingContext, touching: string): PhrasingContent[] {
  switch (node.type) {
    case 'inline-image':
      return writeImage(node.data, writing)
    case 'emoji':
      return writeEmoji(node.data, touching)
    case 'icon':
      return element('i', { class: `fa-${node.data.icon}` }, `:${node.data.icon}:`)
    case 'expression':
      return element('code', { class: 'expression' }, node.data.expression)
    case 'inline-math':
      return writeMath(node.data.formula, writing, touching)
    case 'mention':
      return writeMention(node.data, writing)
    case 'button':
      return writeButton(node.data, writing)
  }
}

/** An element around words, which stay markdown. */
function element(name: string, attributes: Parameters<typeof openTag>[1], words: string): PhrasingContent[] {
  const value = words.replace(/\s+/g, ' ')
  const open: PhrasingContent = { type: 'html', value: openTag(name, attributes) }
  return [open, ...(value === '' ? [] : [{ type: 'text' as const, value }]), { type: 'html', value: `</${name}>` }]
}

/** An emoji by its name, unless it touches a word and would be read as part of it. */
function writeEmoji({ code }: Emoji['data'], touching: string): PhrasingContent[] {
  const name = nameOf(code)
  if (name !== undefined && !/[\w:]/.test(touching)) return [{ type: 'html', value: `:${name}:` }]
  const character = characterOf(code)
  if (character === undefined) return [{ type: 'text', value: code }]
  return element('span', { 'data-gb-custom-inline': true, 'data-tag': 'emoji', 'data-code': code }, character)
}

/** A formula; in an element where its text would end the formula or the table cell. */
function writeMath(formula: string, { html }: WritingContext, touching: string): PhrasingContent[] {
  const value = squeezed(formula)
  return html || touching.includes('$') || /[$|]/.test(value) || value === ''
    ? element('span', { class: 'math' }, value)
    : [{ type: 'inlineMath', value }]
}

function writeMention({ ref, label }: Mention['data'], { refs }: WritingContext): PhrasingContent[] {
  const url = urlOf(ref, refs)
  const words: PhrasingContent & { type: 'text' } = { type: 'text', value: label ?? url }
  return isSafeUrl(url) ? [{ type: 'link', url, title: 'mention', children: [words] }] : [words]
}

function writeButton({ label, kind, icon, ref, action }: Button['data'], { refs }: WritingContext): PhrasingContent[] {
  const look = { class: `button ${kind}`, 'data-icon': icon }
  if (action) {
    const does = { 'data-action': action.action, 'data-query': action.query, 'data-slug': action.slug }
    return element('button', { type: 'button', ...look, ...does }, label)
  }
  const href = ref ? urlOf(ref, refs) : ''
  return ref && isSafeUrl(href) ? element('a', { href, ...look }, label) : [{ type: 'text', value: label }]
}

/** A picture; one that says more than an address, words and a title is written in HTML. */
export function writeImage(
  { ref, refDark, alt, caption, size, width, height }: InlineImage['data'],
  { refs }: WritingContext,
): PhrasingContent[] {
  const url = urlOf(ref, refs)
  const dark = refDark && urlOf(refDark, refs)
  if (!isSafeUrl(url)) return [{ type: 'text', value: alt ?? '' }]
  if (!dark && !size && width === undefined && height === undefined) {
    return [{ type: 'image', url, alt: alt ?? '', ...(caption ? { title: caption } : {}) }]
  }
  const sized = { 'data-size': size, width: writeLength(width), height: writeLength(height) }
  const img = openTag('img', { src: url, alt: alt ?? '', title: caption, ...sized })
  return [{ type: 'html', value: dark && isSafeUrl(dark) ? withDark(img, dark) : img }]
}

/** A picture with another one for the dark. */
export function withDark(img: string, dark: string): string {
  return `<picture>${openTag('source', { srcset: dark, media: '(prefers-color-scheme: dark)' })}${img}</picture>`
}
