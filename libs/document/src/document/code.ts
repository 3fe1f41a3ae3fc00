import type { Code } from 'mdast'
import { readBlockTag } from '../block-tags.ts'
import type { CodeBlock, CodeData } from './nodes.ts'

/** A code block, a line a node; `tag` is the `{% code … %}` line around it. */
export function readCode(code: Code, tag?: string): CodeBlock {
  const written = new Map(readBlockTag(tag ?? '').attributes.map(({ name, value }) => [name, value]))
  const title = written.get('title')
  const overflow = written.get('overflow')
  const data: CodeData = {
    ...(code.lang ? { syntax: code.lang } : {}),
    ...(title ? { title } : {}),
    ...(overflow === 'wrap' || overflow === 'scroll' ? { overflow } : {}),
    ...(written.get('lineNumbers') === 'true' ? { lineNumbers: true } : {}),
    ...(written.get('fullWidth') === 'true' ? { fullWidth: true } : {}),
    ...(code.meta ? { meta: code.meta } : {}),
  }
  const nodes = code.value.split(/\r\n|\n|\r/).map((text): CodeBlock['nodes'][number] => ({
    object: 'block',
    type: 'code-line',
    data: {},
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
  }))
  return { object: 'block', type: 'code', data, nodes }
}
