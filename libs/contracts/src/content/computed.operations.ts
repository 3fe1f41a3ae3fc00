import { z } from 'zod'
import { spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { Id } from '../shared/primitives.ts'
import { AnyPage, File, JSONDocument, ReusableContent } from './pages.ts'

/** A dependency, resolved or not: what it was resolved to is read anew. */
const dependencyOn = <Ref extends z.ZodType>(ref: Ref) => z.object({ ref })
const OpenApi = {
  type: z.literal('builtin:openapi'),
  dependencies: z.object({ spec: dependencyOn(z.object({ kind: z.literal('openapi'), spec: Id })) }),
}
const translation = 'builtin:translation'
const Integration = z.object({
  type: z
    .string()
    .regex(/^integration:[^:]+:[^:]+$/, 'must be builtin:openapi, builtin:translation or of an integration')
    .max(300),
  props: z.record(z.string(), z.unknown()),
})

const seed = z.string().max(1000)
const ComputedDocumentProps = z.union(
  [
    z.object({ doc: z.literal('models') }),
    z.object({ doc: z.enum(['operations', 'info']), page: z.string().min(1).max(1000) }),
  ],
  'must have "doc", which is models, or operations or info with the "page"',
)

const ComputedDocument = z.object({
  source: z.union([
    z.object({ ...OpenApi, props: ComputedDocumentProps }),
    z.object({ type: z.literal(translation), props: z.object({ space: Id, document: z.string().min(1).max(1000) }) }),
    Integration,
  ]),
  seed,
})
const ComputedRevision = z.object({
  source: z.union([
    z.object({ ...OpenApi, props: z.object({ models: z.boolean() }) }),
    z.object({
      type: z.literal(translation),
      dependencies: z.object({
        translation: dependencyOn(z.object({ kind: z.literal('translation'), translation: Id })),
      }),
    }),
    Integration,
  ]),
  seed,
})

/** Contents that are computed without being stored (docs/interface.md#computed-contents). */
export const computedOperations = operations('content', {
  getComputedDocument: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/content/computed/document',
    summary: 'Compute a text of a specification or translation',
    access: spaceRole('read'),
    query: z.object({ schema: z.enum(['current', 'next']).optional() }),
    body: ComputedDocument,
    replies: { 200: JSONDocument },
    reads: true,
  },
  getComputedRevision: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/content/computed/revision',
    summary: 'Compute the pages of a specification or translation',
    access: spaceRole('read'),
    body: ComputedRevision,
    replies: {
      200: z.strictObject({
        pages: z.array(AnyPage),
        files: z.array(File),
        reusableContents: z.array(ReusableContent),
      }),
    },
    reads: true,
  },
})
