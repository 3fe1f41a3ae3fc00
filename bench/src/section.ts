import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

const performance = resolve(import.meta.dirname, '../../docs/performance.md')
const begin = (name: string) => `<!-- bench: ${name} -->`
const end = '<!-- end of bench -->'

/** The text with what stands between the marks of `name` replaced; throws where it has no such marks. */
export function withSection(text: string, name: string, section: string): string {
  const from = text.indexOf(begin(name))
  const to = text.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`docs/performance.md has no section "${begin(name)}" … "${end}"`)
  return `${text.slice(0, from)}${begin(name)}\n\n${section.trim()}\n\n${text.slice(to)}`
}

/** Puts what was compared into docs/performance.md. */
export async function writeSection(name: string, section: string): Promise<void> {
  await writeFile(performance, withSection(await readFile(performance, 'utf8'), name, section))
}
