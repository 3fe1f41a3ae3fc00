import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Comment, type Node, parseSync, Visitor } from 'oxc-parser'
import type { Generated } from './generated-file.ts'

const root = resolve(import.meta.dirname, '..')
const file = join(root, 'CONTRIBUTING.md')
const excerpt = /(<!-- excerpt: (\S+)(?: (.+?))? -->\n)[\s\S]*?(<!-- \/excerpt -->)/g

/**
 * CONTRIBUTING.md with its code: between `<!-- excerpt: FILE NAME -->` and `<!-- /excerpt -->` the declaration of NAME in
 * FILE, which may be a constant, a function, a class, a property, or a test by its title; without a NAME the whole file.
 */
export function guideExcerpts(): Generated {
  const present = readFileSync(file, 'utf8')
  const wanted = present.replaceAll(excerpt, (_, begin, path, name, end) => {
    const code = excerptOf(readFileSync(join(root, path), 'utf8'), path, name)
    return `${begin}\n\`\`\`ts\n${code}\n\`\`\`\n\n${end}`
  })
  return { file, present, wanted }
}

/** Returns whole lines, moved to the left margin, with the comment above them; throws unless exactly one thing has the name. */
export function excerptOf(source: string, path: string, name?: string): string {
  if (name === undefined) return source.trimEnd()
  const { program, comments } = parseSync(path, source)
  const found: Node[] = []
  const note = (node: Node, own: unknown) => {
    if (own === name) found.push(node)
  }
  new Visitor({
    VariableDeclarator: (node) => note(node, node.id.type === 'Identifier' && node.id.name),
    FunctionDeclaration: (node) => note(node, node.id?.name),
    ClassDeclaration: (node) => note(node, node.id?.name),
    Property: (node) => note(node, node.key.type === 'Identifier' && node.key.name),
    CallExpression: (node) => note(node, node.arguments[0]?.type === 'Literal' && node.arguments[0].value),
  }).visit(program)
  const [only, another] = found
  if (!only || another) throw new Error(`${path} declares ${found.length} things called ${name}`)
  return linesOf(source, startOf(only, source, comments), only.end)
}

/** Returns the start of a declaration, or of the comment that ends on the line above it. */
function startOf({ start }: Node, source: string, comments: Comment[]): number {
  const line = source.lastIndexOf('\n', start) + 1
  return comments.find((one) => source.slice(one.end, line) === '\n')?.start ?? start
}

function linesOf(source: string, start: number, end: number): string {
  const begins = source.lastIndexOf('\n', start) + 1
  const margin = /^ */.exec(source.slice(begins))?.[0] ?? ''
  const lines = source.slice(begins, source.indexOf('\n', end)).split('\n')
  return lines.map((line) => (line.startsWith(margin) ? line.slice(margin.length) : line)).join('\n')
}
