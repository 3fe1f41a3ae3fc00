import { faArrowRightFromBracket, faBook, faGear } from '@fortawesome/free-solid-svg-icons'
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useSignOut } from '../api/use-sign-out.ts'
import { base } from '../page.ts'
import { Menu, MenuChoices, MenuItem, MenuLine } from '../parts/menu.tsx'
import { Notice, refusalText } from '../parts/states.tsx'
import { chooseTheme, chosenTheme, type Theme, themes } from '../theme/theme.ts'
import { type LanguageCode, languages } from '../words/languages.ts'
import { useSpeak, useWordsOf } from '../words/words.ts'

/** The settings of the person who is signed in, theme and language of this device, and the way out. */
export default function AccountMenu({ trigger }: { trigger: ReactElement }) {
  const words = useWordsOf('account')
  const speak = useSpeak()
  const navigate = useNavigate()
  const [theme, setTheme] = useState(chosenTheme)
  const leave = useSignOut()
  const menu = (
    <Menu trigger={trigger} defaultOpen>
      <MenuChoices
        label={words.theme}
        value={theme}
        options={themes.map((one) => [one, words.themes[one]] as const)}
        onChoose={(one) => {
          chooseTheme(one as Theme)
          setTheme(one as Theme)
        }}
      />
      <MenuLine />
      <MenuChoices
        label={words.languageLabel}
        value={words.language}
        options={languages}
        onChoose={(one) => speak(one as LanguageCode)}
      />
      <MenuLine />
      <MenuItem icon={faGear} onSelect={() => void navigate({ to: '/settings' })}>
        {words.settings}
      </MenuItem>
      <MenuItem icon={faBook} onSelect={() => void open(`${base}/docs`, '_blank', 'noopener')}>
        {words.reference}
      </MenuItem>
      <MenuItem icon={faArrowRightFromBracket} onSelect={() => leave.mutate()}>
        {words.signOut}
      </MenuItem>
    </Menu>
  )
  return (
    <>
      {leave.error && (
        <Notice>
          {words.signOutFailed} {refusalText(leave.error, words)}
        </Notice>
      )}
      {menu}
    </>
  )
}
