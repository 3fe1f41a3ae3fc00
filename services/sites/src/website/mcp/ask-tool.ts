import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { askSite, longestQuestion, type SiteAnswer } from '../ask/ask-site.ts'
import { answerMarkdown } from '../ask/rendered-answer.ts'
import { within } from './search-tool.ts'
import { partAt } from './site-part.ts'
import { noPart, toolError } from './tool-results.ts'
import type { ToolVisitor } from './tool-visitor.ts'

export const questionInput = z.object({
  question: z.string().trim().min(1).max(longestQuestion).describe('One question, in a sentence.'),
  within,
})

export const questionTool = (title: string) => ({
  title: 'Ask the documentation',
  description:
    `Answers a question from "${title}", as markdown with the pages that say so. Where these do not answer, it says ` +
    'that. To look for something in particular use search.',
})

/** Asks the site; `until` aborts the work. */
export async function askQuestion(
  visitor: ToolVisitor,
  input: z.output<typeof questionInput>,
  until: AbortSignal,
): Promise<CallToolResult> {
  const part = await partAt(visitor, input.within)
  if (!part) return noPart(input.within)
  const { site } = visitor.pageContext
  const question = {
    question: input.question,
    from: part.from,
    format: 'markdown' as const,
    address: visitor.asker.address,
    signal: until,
  }
  const answer = await wholeAnswer(visitor.asker, askSite(part.pageContext, visitor.trees, question))
  if (!answer) return toolError('There was no answer: try again.')
  const text = [answerMarkdown(site, visitor.trees, answer), sourcesOf(answer)].filter((one) => one !== '').join('\n\n')
  return { content: [{ type: 'text', text }] }
}

/** Returns the last item, which is the complete answer. */
async function wholeAnswer(
  { address, limit }: ToolVisitor['asker'],
  items: AsyncIterable<SiteAnswer>,
): Promise<SiteAnswer | undefined> {
  const release = await limit.acquire(address)
  try {
    let last: SiteAnswer | undefined
    for await (const item of items) last = item
    return last
  } finally {
    release()
  }
}

const sourcesOf = ({ sources }: SiteAnswer): string =>
  sources.length === 0 ? '' : ['Sources:', '', ...sources.map(sourceNamed)].join('\n')

const sourceNamed = ({ title, address }: SiteAnswer['sources'][number]) =>
  `- [${title.replaceAll(/\s+/g, ' ').replaceAll(/[[\]\\]/g, '\\$&')}](${address})`
