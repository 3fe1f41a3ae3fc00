import { type Html, html, joined } from '../blocks/markup.ts'
import type { FrameContext } from './page-view.ts'

/**
 * Renders the question whether a page was helpful, with a word about it once it is answered. The page's script sends the
 * answer and shows the form, which does nothing without it.
 */
export function feedbackForm({ vocabulary }: Pick<FrameContext, 'vocabulary'>): Html {
  const ratings = [
    ['good', vocabulary.feedbackGood],
    ['ok', vocabulary.feedbackOk],
    ['bad', vocabulary.feedbackBad],
  ] as const
  const buttons = ratings.map(
    ([rating, label]) => html`<button type="button" data-rating="${rating}" aria-pressed="false">${label}</button>`,
  )
  return html`<form class="feedback" hidden data-thanks="${vocabulary.feedbackThanks}" data-failed="${vocabulary.feedbackFailed}" aria-label="${vocabulary.feedback}">
<fieldset><legend>${vocabulary.feedbackQuestion}</legend><div class="feedback-ratings">${joined(buttons)}</div></fieldset>
<div class="feedback-more" hidden><label for="q-feedback">${vocabulary.feedbackComment}</label><textarea id="q-feedback" rows="3" maxlength="512" required></textarea><button type="submit" class="button-primary">${vocabulary.feedbackSend}</button></div>
<p role="status"></p></form>`
}
