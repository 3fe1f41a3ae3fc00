import { useEffect } from 'react'

/** Sets the title of the browser's tab to that of the screen. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Quire`
  }, [title])
}
