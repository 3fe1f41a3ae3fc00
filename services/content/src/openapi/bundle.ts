// The bundler and the validator of the Scalar project (MIT, kept) take what the published renderer takes. Neither
// fetches anything or opens a file by itself.
import { bundleWithDiagnostics, type LoaderPlugin } from '@scalar/json-magic/bundle'
import { problem, type SpecificationProblem } from './problems.ts'

/** A specification that has no address: what it refers to needs a full one. */
export const noAddress = '/specification'

interface Bundled {
  document: Record<string, unknown>
  /** Addresses of files that it refers to and that were not given; where there are some, nothing else is complete. */
  wanted: string[]
  /** References that lead to nothing. */
  problems: SpecificationProblem[]
}

/**
 * Puts the files that a specification refers to inside of it, in place: afterwards it refers to nothing but itself. `at`
 * is its address, `files` are the values of the others by their addresses.
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
    // Only this way the data in examples is not taken for references.
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
