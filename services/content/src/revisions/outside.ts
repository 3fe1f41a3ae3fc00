import type { Root } from '../trees/nodes.ts'
import type { FileEntry, Roots } from './entries.ts'

/** Something outside of the maps that a revision holds: a text by its hash, a file's bytes by their name. */
export interface Outside {
  kind: 'document' | 'blob'
  name: string
}

type ValueIn<Map> = Map extends Root<infer Value> ? Value : never

/** What the values of each map lead to. It must be complete: the sweep removes whatever is left out here. */
export const outside: { [Map in keyof Roots]: (value: ValueIn<Roots[Map]>) => Outside[] } = {
  pages: ({ document }) => text(document),
  slugs: () => [],
  children: () => [],
  files: bytes,
  reusables: ({ document }) => text(document),
  conflicts: (conflicts) =>
    conflicts
      .filter(({ kind }) => kind === 'file')
      .flatMap(({ main, changeRequest }) => [main, changeRequest].filter(isFile).flatMap(bytes)),
}

function text(document: string | null): Outside[] {
  return document === null ? [] : [{ kind: 'document', name: document }]
}

function bytes({ blob }: Pick<FileEntry, 'blob'>): Outside[] {
  return [{ kind: 'blob', name: blob }]
}

const isFile = (value: unknown): value is Pick<FileEntry, 'blob'> => typeof Object(value).blob === 'string'
