import { body, inside, type Rows } from './row-types.ts'

export const siteAskRows: Rows = {
  streamAskInSite: { least: 'read', ok: 200, ...inside, reads: true, given: body({ question: 'How?' }) },
  streamAIResponseInSite: {
    least: 'read',
    ok: 200,
    ...inside,
    reads: true,
    given: body({ input: [{ role: 'user', content: 'How?' }] }),
  },
  // The response is one of the administrator, and exists for nobody else.
  streamExistingAIResponseInSite: {
    least: 'admin',
    ok: 200,
    guest: 404,
    meets: { reader: 404, owner: 404, commenter: 404, editor: 404, reviewer: 404, creator: 404 },
  },
  streamRecommendedQuestionsInSite: { least: 'read', ok: 200, ...inside },
}
