import { faXmark } from '@fortawesome/free-solid-svg-icons'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useWords } from '../words/words.ts'
import { Button, IconButton } from './button.tsx'
import { recoverFocusLater } from './screen-focus.ts'
import { Notice, refusalText } from './states.tsx'
import styles from './undo.module.css'

interface Done {
  text: string
  undo: () => Promise<unknown>
}

/** Returns a function that offers to undo what was just done, and the place where the offer stands. */
export function useUndo(): [offer: (text: string, undo: () => Promise<unknown>) => void, place: ReactNode] {
  const [done, setDone] = useState<Done>()
  const place = done && <Undo key={done.text} done={done} onEnd={() => setDone(undefined)} />
  return [(text, undo) => setDone({ text, undo }), place]
}

function Undo({ done, onEnd }: { done: Done; onEnd: () => void }) {
  const words = useWords()
  const end = () => {
    onEnd()
    // The focus was on a button of the offer.
    recoverFocusLater()
  }
  const work = useMutation({ mutationFn: done.undo, onSuccess: end })
  return (
    <Notice kind={work.error ? 'danger' : 'info'}>
      <span className={styles.undo}>
        <span>{work.error ? refusalText(work.error, words) : done.text}</span>
        <span className={styles.buttons}>
          <Button busy={work.isPending} onClick={() => work.mutate()}>
            {words.undo}
          </Button>
          <IconButton icon={faXmark} label={words.close} onClick={end} />
        </span>
      </span>
    </Notice>
  )
}
