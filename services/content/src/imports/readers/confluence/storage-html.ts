import { DocumentError } from '@quire/document/plain'
import { parseDocument } from 'htmlparser2'

/** The address in converted pages of a page with this title, or of a file of a page. */
export const titledAddress = (title: string): string => `titled/${encodeURIComponent(title)}`
export const attachedAddress = (page: string, name: string): string =>
  `attached/${encodeURIComponent(page)}/${encodeURIComponent(name)}`

/** A node as the parser returns it; entities in its text are not decoded. */
interface StorageNode {
  type: string
  name?: string
  data?: string
  attribs?: Record<string, string>
  children?: StorageNode[]
}

const maxDepth = 150

/** Macros whose place is all that they are, or which list what a space shows anyway. */
const ignored = new Set([
  ...['toc', 'toc-zone', 'anchor', 'children', 'pagetree', 'pagetreesearch', 'recently-updated', 'contributors'],
  ...[
    'content-by-label',
    'labels',
    'livesearch',
    'change-history',
    'listlabels',
    'create-from-template',
    'attachments',
  ],
])
const messages = new Set(['info', 'note', 'warning', 'tip'])

/**
 * Writes a text in Confluence's storage format as Confluence exports it in HTML, so that both are converted alike. `id` is
 * that of the page. Throws DocumentError for a text that is nested too deeply.
 */
export function storageHtml(storage: string, { id, title }: { id: string; title: string }): string {
  const { children } = parseDocument(storage, { xmlMode: true, decodeEntities: false }) as unknown as StorageNode
  const body = htmlOf(children, id, 0)
  const heading = `<ol id="breadcrumbs"><li><a>-</a></li></ol><h1 id="title-text">- : ${escaped(title)}</h1>`
  return `<meta charset="utf-8">${heading}<div id="main-content">${body}</div>`
}

function htmlOf(nodes: readonly StorageNode[] | undefined, id: string, depth: number): string {
  if (depth > maxDepth) throw new DocumentError('too-deep', 'The page is nested too deeply')
  return (nodes ?? []).map((node) => nodeHtml(node, id, depth + 1)).join('')
}

function nodeHtml(node: StorageNode, id: string, depth: number): string {
  if (node.type === 'text') return node.data ?? ''
  if (node.type === 'cdata') return escaped(textOf(node))
  if (node.name === undefined) return ''
  const inner = () => htmlOf(node.children, id, depth)
  switch (node.name) {
    case 'ac:structured-macro':
    case 'ac:macro':
      return macroHtml(node, id, depth)
    case 'ac:link':
      return linkHtml(node, id, depth)
    case 'ac:image':
      return imageHtml(node, id)
    case 'ac:task-list':
      return `<ul class="inline-task-list">${inner()}</ul>`
    case 'ac:task': {
      const isDone = textOf(childOf(node, 'ac:task-status')).trim() === 'complete'
      return `<li${isDone ? ' class="checked"' : ''}>${htmlOf(childOf(node, 'ac:task-body')?.children, id, depth)}</li>`
    }
    case 'ac:layout-section':
      return `<div class="columnLayout">${inner()}</div>`
    case 'ac:layout-cell':
      return `<div class="cell">${inner()}</div>`
    case 'ac:emoticon': {
      const { 'ac:name': name = '', 'ac:emoji-fallback': emoji = '' } = node.attribs ?? {}
      const fallback = emoji && !emoji.startsWith(':') ? ` data-emoji-fallback="${quoted(emoji)}"` : ''
      return `<img class="emoticon emoticon-${quoted(name)}" alt="${quoted(name)}"${fallback}>`
    }
    case 'ac:placeholder':
    case 'ac:parameter':
    case 'ri:user':
      return ''
    case 'time':
      return quoted(node.attribs?.datetime ?? '')
    default:
      return /^(?:ac|ri|at):/.test(node.name) ? inner() : elementHtml(node, inner())
  }
}

/** Elements without an end. */
const empty = new Set(['br', 'hr', 'img', 'col', 'wbr', 'input'])

function elementHtml({ name = '', attribs = {} }: StorageNode, inner: string): string {
  const plain = Object.entries(attribs).filter(([key]) => /^[a-z][\w-]*$/i.test(key))
  const tag = `<${name}${plain.map(([key, value]) => ` ${key}="${quoted(value)}"`).join('')}>`
  return empty.has(name.toLowerCase()) ? tag : `${tag}${inner}</${name}>`
}

function macroHtml(macro: StorageNode, id: string, depth: number): string {
  const name = macro.attribs?.['ac:name'] ?? ''
  const parameter = (wanted: string) =>
    textOf(macro.children?.find((one) => one.name === 'ac:parameter' && (one.attribs?.['ac:name'] ?? '') === wanted))
  const richBody = childOf(macro, 'ac:rich-text-body')
  const body = () => htmlOf(richBody?.children, id, depth)
  const plain = () => textOf(childOf(macro, 'ac:plain-text-body'))
  const title = escaped(parameter('title'))
  if (ignored.has(name)) return body()
  if (messages.has(name)) {
    const heading = title && `<p class="title">${title}</p>`
    return `<div class="confluence-information-macro confluence-information-macro-${name}">${heading}<div class="confluence-information-macro-body">${body()}</div></div>`
  }
  switch (name) {
    case 'code':
    case 'noformat': {
      const language = parameter('language').replace(/[^\w+#-]/g, '')
      const brush = language && ` data-syntaxhighlighter-params="brush: ${language}"`
      const header = title && `<div class="codeHeader panelHeader"><b>${title}</b></div>`
      return `<div class="code panel">${header}<div class="codeContent panelContent"><pre${brush}>\n${escaped(plain())}</pre></div></div>`
    }
    case 'panel':
      return `<div class="panel">${title && `<div class="panelHeader">${title}</div>`}<div class="panelContent">${body()}</div></div>`
    case 'expand':
      return `<div class="expand-container"><span class="expand-control-text">${title}</span><div class="expand-content">${body()}</div></div>`
    case 'status':
      return `<span class="status-macro">${title}</span>`
    case 'section':
      return `<div class="columnLayout">${body()}</div>`
    case 'column':
      return `<div class="cell">${body()}</div>`
    case 'view-file':
    case 'viewpdf':
    case 'viewdoc':
    case 'viewxls':
    case 'viewppt': {
      const file = attachmentIn(macro)
      if (file === undefined) break
      return `<p><a class="confluence-embedded-file" href="${attachedAddress(id, file)}">${escaped(file)}</a></p>`
    }
  }
  // The content of an unknown macro is still a part of the page.
  return richBody ? body() : `<span class="unknown-macro">${escaped(name)}</span>`
}

/** Finds the name of the attached file that a macro names, in any of its parameters. */
function attachmentIn(macro: StorageNode): string | undefined {
  const files = (macro.children ?? []).map((one) => childOf(one, 'ri:attachment')?.attribs?.['ri:filename'])
  return decoded(files.find((one) => one !== undefined))
}

function linkHtml(link: StorageNode, id: string, depth: number): string {
  const [page, file] = [childOf(link, 'ri:page'), childOf(link, 'ri:attachment')]
  const anchor = decoded(link.attribs?.['ac:anchor'])
  const fragment = anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`
  const rich = childOf(link, 'ac:link-body')
  const written = rich ? htmlOf(rich.children, id, depth) : escaped(textOf(childOf(link, 'ac:plain-text-link-body')))
  const name = file && decoded(file.attribs?.['ri:filename'])
  const title = page && decoded(page.attribs?.['ri:content-title'])
  const space = page?.attribs?.['ri:space-key']
  const words = written || escaped(title ?? name ?? anchor ?? '')
  const external = decoded(childOf(link, 'ri:url')?.attribs?.['ri:value'])
  const content = childOf(link, 'ri:content-entity')?.attribs?.['ri:content-id']
  const owner = file && decoded(childOf(file, 'ri:page')?.attribs?.['ri:content-title'])
  const href =
    external ??
    (name !== undefined
      ? attachedAddress(owner === undefined ? id : `title:${owner}`, name)
      : content !== undefined
        ? `${encodeURIComponent(content)}.html`
        : title !== undefined
          ? titledAddress(space === undefined ? title : `${space}:${title}`) + fragment
          : fragment)
  return href === '' ? words : `<a href="${quoted(href)}">${words}</a>`
}

function imageHtml(image: StorageNode, id: string): string {
  const file = childOf(image, 'ri:attachment')
  const name = decoded(file?.attribs?.['ri:filename'])
  const owner = file && decoded(childOf(file, 'ri:page')?.attribs?.['ri:content-title'])
  const url = decoded(childOf(image, 'ri:url')?.attribs?.['ri:value'])
  const src = name === undefined ? url : attachedAddress(owner === undefined ? id : `title:${owner}`, name)
  if (src === undefined) return ''
  const alt = decoded(image.attribs?.['ac:alt']) ?? name ?? ''
  return `<img src="${quoted(src)}" alt="${escaped(alt).replaceAll('"', '&quot;')}">`
}

const childOf = (node: StorageNode, name: string) => node.children?.find((one) => one.name === name)

/** The text in a node. Text outside of CDATA has its entities decoded. */
function textOf(node: StorageNode | undefined): string {
  if (!node) return ''
  if (node.type === 'text') return decoded(node.data) ?? ''
  if (node.type === 'cdata') return (node.children ?? []).map(({ data = '' }) => data).join('')
  return (node.children ?? []).map(textOf).join('')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

function decoded<Text extends string | undefined>(text: Text): Text {
  return text?.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,10}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? whole : String.fromCodePoint(code)
  }) as Text
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** An attribute's value; its entities are as they were. */
const quoted = (value: string) => value.replaceAll('"', '&quot;').replaceAll('<', '&lt;')
