import type { ConversationInput } from '@quire/contracts'
import { isElliptical } from '../ask/answers.ts'
import { contentWords } from '../ask/questions/question-wording.ts'
import { withoutPersonalData } from './personal-data.ts'

/** A question of a customer, as it is stored: without personal data. */
export interface NewIssue {
  title: string
  summary: string
  question: string
  answer: string | null
}

const maxIssues = 3
/** Messages of customers that are read for questions. */
const maxMessages = 20
/** Questions of one message that are examined. */
const maxQuestions = 20
/** Characters that are read of a message, and that are stored of its parts. */
const maxCharacters = { message: 5000, title: 120, summary: 400, question: 300, answer: 1000 }

/**
 * Returns the questions of a conversation: that of the customer's first message, and those of later messages that stand
 * alone. None if the customer wrote nothing that could be looked up.
 */
export function issuesOf({ subject = '', parts }: ConversationInput): NewIssue[] {
  const issues: NewIssue[] = []
  const messages = [...parts.entries()].filter(([, { role }]) => role === 'user')
  for (const [at, { body }] of messages.slice(0, maxMessages)) {
    const message = plainText(body)
    const question =
      issues.length === 0 ? firstQuestion(plainText(subject), message) : questionsOf(message).find(standsAlone)
    if (question === undefined) continue
    const answer = parts.slice(at + 1).find(({ role }) => role !== 'user')
    issues.push({
      title: cut(question, maxCharacters.title),
      summary: cut(message || question, maxCharacters.summary),
      question: cut(question, maxCharacters.question),
      answer: answer ? cut(plainText(answer.body), maxCharacters.answer) || null : null,
    })
    if (issues.length === maxIssues) break
  }
  return issues
}

/** Returns the subject of a conversation as it is stored. */
export const storedSubject = (subject: string | undefined): string | null =>
  cut(plainText(subject ?? ''), maxCharacters.question) || null

const asks = (sentence: string) => /[?？]$/.test(sentence)
const questionsOf = (message: string) => sentencesOf(message).filter(asks).slice(0, maxQuestions)
const standsAlone = (question: string) => !isElliptical(cut(question, maxCharacters.question))

/** The first sentence that asks and stands alone, else the subject with what is asked, else with the whole message. */
function firstQuestion(subject: string, message: string): string | undefined {
  const asked = questionsOf(message)
  const alone = asked.find(standsAlone)
  if (alone !== undefined) return alone
  const found = [subject, asked[0] ?? message].filter((text) => text !== '').join(' ')
  return contentWords(cut(found, maxCharacters.question)).length > 0 ? found : undefined
}

const sentencesOf = (text: string) => text.split(/(?<=[.!?？])\s+/u).map((sentence) => sentence.trim())

/** Entities that support systems write into HTML. */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** Returns the words of a message in markdown or HTML on one line, without quoted messages and personal data. */
function plainText(body: string): string {
  const text = body
    .slice(0, maxCharacters.message)
    .replace(/^[ \t]{0,9}>.*$/gm, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(#?\w{1,6});/g, (all, name: string) => entities[name] ?? all)
    .replace(/[*_`#]+/g, '')
  return withoutPersonalData(text).replace(/\s+/g, ' ').trim()
}

/** Cuts a text between words if there is a blank near its end. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const start = text.slice(0, length - 1)
  const blank = start.lastIndexOf(' ')
  return `${(blank > length / 2 ? start.slice(0, blank) : start).replace(/[\uD800-\uDBFF]$/, '')}…`
}
