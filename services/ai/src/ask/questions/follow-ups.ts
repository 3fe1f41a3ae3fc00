import { type CandidateSection, sectionsToQuote } from '../candidate-sections.ts'
import { contentWords, questionOf } from './question-wording.ts'

const maxFollowUps = 3
/**
 * Number of questions that are looked up to find follow-ups: each lookup takes about as long as that of the question
 * itself.
 */
const maxTried = 6

interface AskedQuestions {
  question: string
  previousQueries: readonly string[]
}

interface FollowUpParts {
  asked: AskedQuestions
  found: readonly CandidateSection[]
  cited: readonly CandidateSection[]
  /** Finds sections as for any question of the same caller. */
  retrieve: (question: string) => Promise<CandidateSection[]>
  /** Returns the questions made from the cited spaces; each was looked up when it was made. */
  made: () => Promise<string[]>
}

/**
 * Returns at most three questions that other found sections answer, or else other questions of the same spaces. Each
 * was looked up and has an answer.
 */
export async function followUpsOf(parts: FollowUpParts): Promise<string[]> {
  const { asked, found, cited, retrieve, made } = parts
  const known = new Set([asked.question, ...asked.previousQueries, ...cited.map(titleOf)].map(aboutOf))
  const candidates = candidatesOf(found, cited, known).slice(0, maxTried)
  const followUps: string[] = []
  while (followUps.length < maxFollowUps && candidates.length > 0) {
    const tried = candidates.splice(0, maxFollowUps - followUps.length)
    const answered = await Promise.all(
      tried.map(async ({ question, section }) => isAnswered(section, await retrieve(question))),
    )
    followUps.push(...tried.flatMap(({ question }, at) => (answered[at] ? [question] : [])))
  }
  if (followUps.length === maxFollowUps) return followUps
  const others = (await made()).filter((question) => !known.has(aboutOf(question)))
  return [...followUps, ...others].slice(0, maxFollowUps)
}

/** True if a question that was made from a section leads back to the section's page. */
export const isAnswered = (
  { spaceId, pageId }: Pick<CandidateSection, 'spaceId' | 'pageId'>,
  found: readonly CandidateSection[],
): boolean =>
  sectionsToQuote(found)
    .slice(0, maxFollowUps)
    .some((one) => one.spaceId === spaceId && one.pageId === pageId)

interface Candidate {
  question: string
  section: CandidateSection
}

/**
 * Returns questions from titles that were found and not quoted. Skips known questions, and adds the returned ones to
 * them.
 */
function candidatesOf(
  found: readonly CandidateSection[],
  cited: readonly CandidateSection[],
  known: Set<string>,
): Candidate[] {
  const titles = Map.groupBy(found, (one) => titleOf(one).toLowerCase())
  const candidates: Candidate[] = []
  for (const section of found) {
    const title = titleOf(section)
    const made = questionOf(title, section.language)
    // A title that several sections have, such as "Example", says nothing without its page.
    if (made === undefined || cited.includes(section) || (titles.get(title.toLowerCase())?.length ?? 0) > 1) continue
    const about = aboutOf(made)
    if (known.has(about) || about === '') continue
    known.add(about)
    candidates.push({ question: made, section })
  }
  return candidates
}

const titleOf = ({ titles, pageTitle }: CandidateSection): string => titles.at(-1) ?? pageTitle
const aboutOf = (text: string): string => contentWords(text).join(' ')
