import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { answerMarkdown } from '../ask/answer-links.ts'
import { askSite, longestQuestion, type SiteAnswer } from '../ask/ask.ts'
import { partAt } from './parts.ts'
import type { ToolReader } from './reader.ts'
import { noPart, toolError } from './results.ts'
import { within } from './search.ts'

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

/** Asks the site; `until` ends the work. */
export async function askQuestion(
  reader: ToolReader,
  input: z.output<typeof questionInput>,
  until: AbortSignal,
): Promise<CallToolResult> {
  const part = await partAt(reader, input.within)
  if (!part) return noPart(input.within)
  const { site } = reader.visiting
  const question = {
    question: input.question,
    from: part.from,
    format: 'markdown' as const,
    holder: `address ${reader.asker.address}`,
    signal: until,
  }
  const answer = await wholeAnswer(reader.asker, askSite(part.visiting, reader.trees, question))
  if (!answer) return toolError('There was no answer: try again.')
  const text = [answerMarkdown(site, reader.trees, answer), sourcesOf(answer)].filter((one) => one !== '').join('\n\n')
  return { content: [{ type: 'text', text }] }
}

/** The last of the items, each of which is the answer with more of it. */
async function wholeAnswer(
  { address, room }: ToolReader['asker'],
  items: AsyncIterable<SiteAnswer>,
): Promise<SiteAnswer | undefined> {
  const leave = await room.enter(address)
  try {
    let last: SiteAnswer | undefined
    for await (const item of items) last = item
    return last
  } finally {
    leave()
  }
}

const sourcesOf = ({ sources }: SiteAnswer): string =>
  sources.length === 0 ? '' : ['Sources:', '', ...sources.map(sourceNamed)].join('\n')

const sourceNamed = ({ title, address }: SiteAnswer['sources'][number]) =>
  `- [${title.replaceAll(/\s+/g, ' ').replaceAll(/[[\]\\]/g, '\\$&')}](${address})`
