import { type Passage, quotedOf } from '../passages.ts'
import { contentWords } from './same-words.ts'
import { questionOf } from './wording.ts'

const mostFollowUps = 3
/** Questions that are looked up to find those: each takes about as long as the question itself took to be found. */
const mostTried = 6

interface Asked {
  question: string
  previousQueries: readonly string[]
}

interface FollowUpParts {
  asked: Asked
  found: readonly Passage[]
  cited: readonly Passage[]
  /** Finds passages as for any question of the same caller. */
  retrieve: (question: string) => Promise<Passage[]>
  /** Questions that were made of the spaces that are cited; each was looked up then. */
  made: () => Promise<string[]>
}

/**
 * Questions that other sections which were found answer, or else others of the same spaces; at most three. Each was
 * looked up and has an answer.
 */
export async function followUpsOf(parts: FollowUpParts): Promise<string[]> {
  const { asked, found, cited, retrieve, made } = parts
  const known = new Set([asked.question, ...asked.previousQueries, ...cited.map(titleOf)].map(aboutOf))
  const candidates = candidatesOf(found, cited, known).slice(0, mostTried)
  const followUps: string[] = []
  while (followUps.length < mostFollowUps && candidates.length > 0) {
    const tried = candidates.splice(0, mostFollowUps - followUps.length)
    const answered = await Promise.all(
      tried.map(async ({ question, passage }) => isAnswered(passage, await retrieve(question))),
    )
    followUps.push(...tried.flatMap(({ question }, at) => (answered[at] ? [question] : [])))
  }
  if (followUps.length === mostFollowUps) return followUps
  const others = (await made()).filter((question) => !known.has(aboutOf(question)))
  return [...followUps, ...others].slice(0, mostFollowUps)
}

/** Whether a question that was made of a section leads back to its page. */
export const isAnswered = (
  { spaceId, pageId }: Pick<Passage, 'spaceId' | 'pageId'>,
  found: readonly Passage[],
): boolean =>
  quotedOf(found)
    .slice(0, mostFollowUps)
    .some((one) => one.spaceId === spaceId && one.pageId === pageId)

interface Candidate {
  question: string
  passage: Passage
}

/** Questions made of the titles that were found and not quoted; none that is known, and all become so. */
function candidatesOf(found: readonly Passage[], cited: readonly Passage[], known: Set<string>): Candidate[] {
  const titles = Map.groupBy(found, (one) => titleOf(one).toLowerCase())
  const candidates: Candidate[] = []
  for (const passage of found) {
    const title = titleOf(passage)
    const made = questionOf(title, passage.language)
    // A title that several sections have, such as "Example", says nothing without its page.
    if (made === undefined || cited.includes(passage) || (titles.get(title.toLowerCase())?.length ?? 0) > 1) continue
    const about = aboutOf(made)
    if (known.has(about) || about === '') continue
    known.add(about)
    candidates.push({ question: made, passage })
  }
  return candidates
}

const titleOf = ({ titles, pageTitle }: Passage): string => titles.at(-1) ?? pageTitle
const aboutOf = (text: string): string => contentWords(text).join(' ')
