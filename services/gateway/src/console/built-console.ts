import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).optional(),
    css: z.array(z.string()).optional(),
  }),
)

/** The console as `console/build` left it. */
export interface BuiltConsole {
  /** The absolute path of its files. */
  folder: string
  /** The script that starts it, relative to the folder, as are the others. */
  script: string
  /** Scripts that the first one imports, which browsers load at the same time. */
  imports: string[]
  styles: string[]
}

const folderOfBuild = resolve(import.meta.dirname, '../../../../console/dist')

/** Reads what was built; undefined if nothing was, as in a working folder that nobody has started yet. */
export function builtConsole(folder: string = folderOfBuild): BuiltConsole | undefined {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path)) return undefined
  const manifest = Manifest.parse(JSON.parse(readFileSync(path, 'utf8')))
  const [name, entry] = Object.entries(manifest).find(([, chunk]) => chunk.isEntry) ?? []
  if (name === undefined || !entry) throw new Error(`${path} names no script that starts the console: build it again.`)
  const names = importsOf(manifest, name)
  const styles = [name, ...names].flatMap((one) => manifest[one]?.css ?? [])
  return { folder, script: entry.file, imports: names.flatMap((one) => manifest[one]?.file ?? []), styles }
}

/** Returns the names of the chunks that a chunk imports, directly or not. */
function importsOf(manifest: z.infer<typeof Manifest>, name: string, found = new Set<string>()): string[] {
  for (const one of manifest[name]?.imports ?? []) {
    if (found.has(one)) continue
    found.add(one)
    importsOf(manifest, one, found)
  }
  return [...found]
}
