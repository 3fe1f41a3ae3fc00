// The bundler and the validator of the Scalar project (MIT, maintained) accept the same input as the published
// renderer. Neither fetches anything or opens a file by itself.
import { bundleWithDiagnostics, type LoaderPlugin } from '@scalar/json-magic/bundle'
import type { SpecificationProblem } from '../tables/openapi.tables.ts'
import { problem } from './problems.ts'

/** Stands for the address of a specification that has none: its references to other files must be absolute URLs. */
export const noAddress = '/specification'

interface Bundled {
  document: Record<string, unknown>
  /** Addresses of referenced files that were not given. If there are any, the rest of the result is incomplete. */
  wanted: string[]
  /** References that lead to nothing. */
  problems: SpecificationProblem[]
}

/**
 * Inlines the files that a specification refers to, so that afterwards it refers only to itself. `at` is its address,
 * `files` holds the parsed values of the other files by address.
 */
export async function bundleFiles(
  specification: Record<string, unknown>,
  at: string,
  files: ReadonlyMap<string, unknown>,
): Promise<Bundled> {
  const wanted = new Set<string>()
  const known: LoaderPlugin = {
    type: 'loader',
    validate: () => true,
    async exec(address) {
      if (files.has(address)) return { ok: true, data: files.get(address), raw: '' }
      wanted.add(address)
      return { ok: false }
    },
  }
  const { document, diagnostics } = await bundleWithDiagnostics(specification, {
    plugins: [known],
    treeShake: false,
    // The only traversal that does not take the data in examples for references.
    traversal: 'document',
    origin: at,
  })
  return {
    document: document as Record<string, unknown>,
    wanted: [...wanted],
    problems: diagnostics.map(({ pointer, reference, source }) =>
      problem('REFERENCE', `${source === at ? '' : source}${pointer}: nothing is at ${reference}`),
    ),
  }
}
