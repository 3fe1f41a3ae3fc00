import { report, sendReports } from './reports.mjs'

/** Starts the question whether the page was helpful. A rating is sent at once, a word about it when it is written. */
export function startFeedback() {
  /** @type {HTMLFormElement | null} */
  const form = document.querySelector('form.feedback')
  const more = /** @type {HTMLElement | null} */ (form?.querySelector('.feedback-more'))
  const field = form?.querySelector('textarea')
  const status = form?.querySelector('[role=status]')
  if (!form || !more || !field || !status) return
  let rating = ''

  /**
   * @param {object} event
   * @param {() => void} done
   */
  async function send(event, done) {
    report({ type: 'page_post_feedback', rating, ...event })
    const isTaken = await sendReports()
    if (status) status.textContent = (isTaken ? form?.dataset.thanks : form?.dataset.failed) ?? ''
    if (isTaken) done()
  }

  const buttons = Array.from(form.querySelectorAll('button')).filter(({ dataset }) => dataset.rating)
  for (const button of buttons) {
    button.addEventListener('click', () => {
      // The same rating again says nothing new.
      if (rating === button.dataset.rating) return
      rating = button.dataset.rating ?? ''
      for (const one of buttons) one.setAttribute('aria-pressed', String(one === button))
      more.hidden = false
      void send({}, () => undefined)
    })
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const comment = field.value.trim()
    if (comment === '') return
    void send({ type: 'page_post_feedback_comment', comment }, () => {
      more.hidden = true
      field.value = ''
    })
  })
  form.hidden = false
}
