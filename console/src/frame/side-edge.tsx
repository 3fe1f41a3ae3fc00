import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useState } from 'react'
import { useWords } from '../words/words.ts'
import styles from './frame.module.css'

/** In rem, so that the navigation grows with the texts in it. */
const [narrowest, usual, widest] = [12, 15.5, 32]
const widthKey = 'quire-navigation-width'

/** The edge between navigation and screen: dragged, or moved by arrow keys, it makes the navigation wider or narrower. */
export function SideEdge() {
  const words = useWords()
  const [width, setWidth] = useState(storedWidth)
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--side', `${width}rem`)
    localStorage.setItem(widthKey, String(width))
  }, [width])
  const move = (rem: number) => setWidth(Math.min(widest, Math.max(narrowest, rem)))
  const keep = ({ currentTarget, pointerId, button }: PointerEvent) =>
    button === 0 && currentTarget.setPointerCapture(pointerId)
  const follow = ({ currentTarget, pointerId, clientX }: PointerEvent) =>
    currentTarget.hasPointerCapture(pointerId) && move(clientX / pixelsOfRem())
  const press = (event: KeyboardEvent) => {
    const places: Record<string, number> = {
      ArrowLeft: width - 1,
      ArrowRight: width + 1,
      Home: narrowest,
      End: widest,
      Enter: usual,
    }
    const place = places[event.key]
    if (place === undefined) return
    event.preventDefault()
    move(place)
  }
  return (
    <hr
      className={styles.edge}
      tabIndex={0}
      aria-label={words.navigationWidth}
      aria-orientation="vertical"
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={Math.round(width)}
      onPointerDown={keep}
      onPointerMove={follow}
      onDoubleClick={() => move(usual)}
      onKeyDown={press}
    />
  )
}

function storedWidth(): number {
  const width = Number(localStorage.getItem(widthKey))
  return width >= narrowest && width <= widest ? width : usual
}

const pixelsOfRem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
