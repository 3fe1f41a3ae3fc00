import type { MailedNotification, NotificationMail } from '@quire/contracts'
import { inertText } from './inert-text.ts'
import type { NewMail } from './message.ts'
import { type NotificationVocabulary, notificationVocabularies } from './notification-vocabularies.ts'

/**
 * Builds a mail of notifications. Its subject has no word of anybody. The names in it were chosen by people whom the
 * recipient may not know, so none of them can become a link; the addresses are of this installation.
 */
export function notificationMail(
  { language, isDaily, notifications, more, stopPage }: NotificationMail,
  { recipient, publicUrl }: { recipient: string; publicUrl: string },
): NewMail {
  const words = notificationVocabularies[language ?? 'en']
  const count = notifications.length + more
  return {
    recipient,
    subject: isDaily ? words.dailySubject(count) : words.subject(count),
    body: `${notifications.map((one) => lineOf(one, words)).join('\n\n')}
${more > 0 ? `\n${words.more(more)}\n` : ''}
${publicUrl}

--
${words.stop}
${stopPage}
`,
  }
}

function lineOf({ kind, actor, space, changeRequest, url }: MailedNotification, words: NotificationVocabulary): string {
  const title = inertText(space) || words.untitled
  const about = changeRequest
    ? words.inChangeRequest(changeRequest.number, inertText(changeRequest.subject) || words.untitled, title)
    : words.inSpace(title)
  return `${words.kinds[kind](actor === null ? words.somebody : inertText(actor))}\n${about}\n${url}`
}
