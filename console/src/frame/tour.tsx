import { faXmark } from '@fortawesome/free-solid-svg-icons'
import { useEffect, useId, useRef } from 'react'
import { Button, IconButton } from '../parts/button.tsx'
import { useWordsOf } from '../words/words.ts'
import styles from './tour.module.css'
import { enterTour, leaveTour, type TourStage } from './tour-progress.ts'
import { lastStep, type TourTarget, useTourTarget } from './use-tour-target.ts'

/**
 * Leads from an empty organization to a published page, one control after the other. It takes no focus and stands in no
 * way: whoever wants something else does it, and the tour points at what comes next from there.
 */
export default function Tour({ stage }: { stage: TourStage }) {
  const target = useTourTarget(stage)
  return target ? <Card stage={stage} target={target} /> : null
}

function Card({ stage, target }: { stage: TourStage; target: TourTarget }) {
  const words = useWordsOf('organization')
  const id = useId()
  const { element, text, step } = target
  usePointedAt(element, id)
  useAdvance(element, text)
  return (
    <aside className={styles.card} aria-label={words.tour}>
      <div className={styles.head}>
        <span>{words.tourStep(step, lastStep)}</span>
        <IconButton icon={faXmark} label={words.tourLeave} onClick={() => leaveTour(stage)} />
      </div>
      <p id={id} role="status">
        {words.tourTexts[text]}
      </p>
      <div className={styles.buttons}>
        {stage === 'done' ? (
          <Button kind="primary" onClick={() => leaveTour('done')}>
            {words.close}
          </Button>
        ) : (
          <>
            <Button onClick={() => show(element)}>{words.tourFocus}</Button>
            <Button kind="quiet" onClick={() => skip(stage)}>
              {words.tourSkip}
            </Button>
          </>
        )}
      </div>
    </aside>
  )
}

const skip = (stage: TourStage) => (stage === 'write' ? enterTour('publish') : leaveTour('done'))

/** Focuses a control, and has its outline draw the eye. */
function show(element: HTMLElement) {
  element.scrollIntoView({ block: 'center' })
  element.focus()
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const outlines = ['3px', '14px', '3px'].map((outlineOffset) => ({ outlineOffset }))
  element.animate(outlines, { duration: 500, iterations: 2 })
}

/** Marks a control while the tour points at it, and has what is said about it read with its name. */
function usePointedAt(element: HTMLElement, textId: string) {
  useEffect(() => {
    const before = element.getAttribute('aria-describedby')
    element.setAttribute('data-pointed-at', '')
    element.setAttribute('aria-describedby', textId)
    element.scrollIntoView({ block: 'nearest' })
    return () => {
      element.removeAttribute('data-pointed-at')
      if (before === null) element.removeAttribute('aria-describedby')
      else element.setAttribute('aria-describedby', before)
    }
  }, [element, textId])
}

/** Ends the tour's last step when the published page is opened. */
function useAdvance(element: HTMLElement, text: TourTarget['text']) {
  const isLast = useRef(false)
  isLast.current = text === 'visit'
  useEffect(() => {
    const open = () => isLast.current && enterTour('done')
    element.addEventListener('click', open)
    return () => element.removeEventListener('click', open)
  }, [element])
}
