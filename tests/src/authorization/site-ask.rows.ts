import { body, inside, type Rows } from './row-types.ts'

export const siteAskRows: Rows = {
  streamAskInSite: { least: 'read', ok: 200, ...inside, reads: true, given: body({ question: 'How?' }) },
  streamRecommendedQuestionsInSite: { least: 'read', ok: 200, ...inside },
}
