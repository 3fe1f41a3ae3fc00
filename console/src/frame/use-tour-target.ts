import { useEffect, useState } from 'react'
import { base } from '../page.ts'
import type { OrganizationWords } from '../words/organization/en.ts'
import { enterTour, leaveTour, type TourStage } from './tour-progress.ts'

/** A control that the tour points at: its step of five, what is said about it, and the selector that finds it. */
interface Pointed {
  step: number
  text: keyof OrganizationWords['tourTexts']
  selector: string
  /** The end of the address of a link, where the selector finds others too. */
  href?: RegExp
}

export type TourTarget = Pick<Pointed, 'step' | 'text'> & { element: HTMLElement }

export const lastStep = 5

/** The button of the frame on a phone, which opens the navigation. */
const menu: Omit<Pointed, 'step'> = { text: 'menu', selector: 'a[href="#content"] ~ div > button' }

/** The controls of each stage; the first that is on the screen is the one to press. */
const pointed: Record<TourStage, Pointed[]> = {
  write: [
    { step: 3, text: 'merge', selector: '[data-tour=merge]' },
    { step: 2, text: 'write', selector: '[data-tour=review]' },
    { step: 2, text: 'edit', selector: '[data-tour=first-page]' },
    { step: 2, text: 'newPage', selector: '[data-tour=new-page]' },
    { step: 2, text: 'edit', selector: '[data-tour=edit]' },
    { step: 1, text: 'space', selector: '[data-tour=new-space]' },
    { step: 2, text: 'open', selector: `nav a[href^="${base}/s/"]` },
    { step: 1, text: 'home', selector: `nav a[href^="${base}/o/"]`, href: /\/o\/[^/]+$/ },
    { step: 1, ...menu },
  ],
  publish: [
    { step: 5, text: 'visit', selector: '[data-tour=visit]' },
    { step: 4, text: 'publish', selector: '[data-tour=publish]' },
    { step: 4, text: 'newSite', selector: '[data-tour=new-site]' },
    { step: 4, text: 'sites', selector: 'nav a[href$="/sites"]' },
    { step: 4, ...menu },
  ],
  done: [{ step: 5, text: 'done', selector: '[data-tour=visit]' }],
}

/**
 * Follows what is on the screen. Returns the control to press next; undefined while there is none, and while a dialog is
 * open, which says itself what to do.
 */
export function useTourTarget(stage: TourStage): TourTarget | undefined {
  const [target, setTarget] = useState<TourTarget>()
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      if (stage === 'write' && document.querySelector('[data-tour=merged]')) enterTour('publish')
      const next = targetOf(stage)
      if (stage === 'done' && !next) leaveTour('done')
      setTarget((before) => (before?.element === next?.element && before?.text === next?.text ? before : next))
    }
    const soon = () => {
      frame ||= requestAnimationFrame(look)
    }
    const observer = new MutationObserver(soon)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'data-tour'] })
    addEventListener('resize', soon)
    look()
    return () => {
      observer.disconnect()
      removeEventListener('resize', soon)
      cancelAnimationFrame(frame)
    }
  }, [stage])
  return target
}

function targetOf(stage: TourStage): TourTarget | undefined {
  if (document.querySelector('[role=dialog]')) return undefined
  for (const { step, text, selector, href } of pointed[stage])
    for (const element of document.querySelectorAll<HTMLElement>(selector))
      if (element.checkVisibility() && (!href || href.test(element.getAttribute('href') ?? '')))
        return { step, text, element }
  return undefined
}
