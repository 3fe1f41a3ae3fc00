import type { SiteCustomizationSettings } from '@quire/contracts'
import type { ReactNode } from 'react'
import { Choice, Field, Switch } from '../../../parts/field.tsx'
import { type LanguageCode, languages } from '../../../words/languages.ts'
import { useWordsOf } from '../../../words/words.ts'
import { ColourPair } from './colour-pair.tsx'
import styles from './customization.module.css'
import { FontChoice } from './font-choice.tsx'
import { FooterGroups } from './footer-groups.tsx'
import { HeaderLinks } from './header-links.tsx'
import { PicturePair } from './picture-pair.tsx'

type Settings = SiteCustomizationSettings

interface FormProps {
  settings: Settings
  change: (settings: Partial<Settings>) => void
  /** True for the settings that one space may have of its own. */
  isOfSpace: boolean
}

const fonts = {
  font: [
    'Inter',
    'Roboto',
    'RobotoSlab',
    'OpenSans',
    'SourceSansPro',
    'Lato',
    'Ubuntu',
    'Raleway',
    'Merriweather',
    'Overpass',
    'NotoSans',
    'IBMPlexSerif',
    'Poppins',
    'FiraSans',
  ],
  monospaceFont: [
    'IBMPlexMono',
    'FiraCode',
    'JetBrainsMono',
    'SourceCodePro',
    'RobotoMono',
    'SpaceMono',
    'DMMono',
    'Inconsolata',
  ],
} as const

/** The settings of a site, in groups; each change is in `change` at once. */
export function CustomizationForm({ settings, change, isOfSpace }: FormProps) {
  const words = useWordsOf('customization')
  const { styling, header, footer, themes, announcement } = settings
  const style = (fields: Partial<Settings['styling']>) => change({ styling: { ...styling, ...fields } })

  /** A choice among the named values of a setting. */
  function pick<Value extends string>(
    label: string,
    value: Value,
    names: Record<Value, string>,
    set: (value: Value) => void,
  ) {
    const options = Object.entries<string>(names)
    return (
      <Choice label={label} value={value} options={options} onChange={({ target }) => set(target.value as Value)} />
    )
  }
  return (
    <>
      <Group title={words.groups.brand} isOpen>
        <Field
          label={words.siteTitle}
          hint={words.siteTitleHint}
          value={settings.title ?? ''}
          maxLength={128}
          onChange={({ target }) => change({ title: target.value === '' ? undefined : target.value })}
        />
        <PicturePair
          label={words.logo}
          value={header.logo}
          onChange={(logo) => change({ header: { ...header, logo } })}
        />
        <PicturePair
          label={words.favicon}
          value={settings.favicon.icon}
          onChange={(icon) => change({ favicon: icon ? { icon } : {} })}
        />
        <ColourPair
          label={words.primaryColour}
          value={styling.primaryColor}
          onChange={(primaryColor) => style({ primaryColor })}
        />
      </Group>
      <Group title={words.groups.looks}>
        {pick(words.look, styling.theme, words.looks, (theme) => style({ theme }))}
        {pick(words.corners, styling.corners, words.cornerKinds, (corners) => style({ corners }))}
        {pick(words.depth, styling.depth, words.depths, (depth) => style({ depth }))}
        {pick(words.background, styling.background, words.backgrounds, (background) => style({ background }))}
        {pick(words.sidebar, styling.sidebar.background, words.sidebars, (background) =>
          style({ sidebar: { ...styling.sidebar, background } }),
        )}
        {pick(words.sidebarList, styling.sidebar.list, words.sidebarLists, (list) =>
          style({ sidebar: { ...styling.sidebar, list } }),
        )}
        {pick(words.links, styling.links, words.linkKinds, (links) => style({ links }))}
        {pick(words.icons, styling.icons, words.iconKinds, (icons) => style({ icons }))}
        {!isOfSpace && (
          <>
            <FontChoice
              label={words.font}
              value={styling.font}
              shipped={fonts.font}
              onChange={(font) => style({ font })}
            />
            <FontChoice
              label={words.monospaceFont}
              value={styling.monospaceFont}
              shipped={fonts.monospaceFont}
              onChange={(monospaceFont) => style({ monospaceFont })}
            />
          </>
        )}
        <details className={styles.more}>
          <summary>{words.hintColours}</summary>
          <div>
            {(['infoColor', 'successColor', 'warningColor', 'dangerColor'] as const).map((name) => (
              <ColourPair
                key={name}
                label={words.coloursOfHints[name]}
                value={styling[name]}
                onChange={(colour) => style({ [name]: colour })}
              />
            ))}
          </div>
        </details>
        {pick(words.defaultTheme, themes.default, { light: words.themes.light, dark: words.themes.dark }, (one) =>
          change({ themes: { ...themes, default: one } }),
        )}
        <Switch
          label={words.themeSwitch}
          isOn={themes.toggeable}
          onChange={(toggeable) => change({ themes: { ...themes, toggeable } })}
        />
      </Group>
      <Group title={words.groups.header}>
        {pick(words.headerLook, header.preset, words.headerLooks, (preset) =>
          change({ header: { ...header, preset } }),
        )}
        {header.preset === 'custom' &&
          (['backgroundColor', 'linkColor'] as const).map((name) => (
            <ColourPair
              key={name}
              label={words.headerColours[name]}
              value={header[name] ?? { light: '#ffffff', dark: '#1d1d1d' }}
              onChange={(colour) => change({ header: { ...header, [name]: colour } })}
            />
          ))}
        {pick(words.search, styling.search, words.searches, (search) => style({ search }))}
        <HeaderLinks links={header.links} onChange={(links) => change({ header: { ...header, links } })} />
      </Group>
      <Group title={words.groups.announcement}>
        <Field
          label={words.announcement}
          hint={words.announcementHint}
          value={announcement?.message ?? ''}
          maxLength={128}
          onChange={({ target }) =>
            change({
              announcement:
                target.value === ''
                  ? undefined
                  : { enabled: true, style: 'info', ...announcement, message: target.value },
            })
          }
        />
        {announcement &&
          pick(words.announcementLook, announcement.style, words.announcementLooks, (one) =>
            change({ announcement: { ...announcement, style: one } }),
          )}
      </Group>
      <Group title={words.groups.footer}>
        <FooterGroups groups={footer.groups} onChange={(groups) => change({ footer: { ...footer, groups } })} />
        <PicturePair
          label={words.footerLogo}
          value={footer.logo}
          onChange={(logo) => change({ footer: { ...footer, logo } })}
        />
        <Field
          label={words.copyright}
          value={footer.copyright ?? ''}
          maxLength={300}
          onChange={({ target }) =>
            change({ footer: { ...footer, copyright: target.value === '' ? undefined : target.value } })
          }
        />
        <Field
          label={words.privacy}
          type="url"
          value={settings.privacyPolicy.url ?? ''}
          onChange={({ target }) => change({ privacyPolicy: target.value === '' ? {} : { url: target.value } })}
        />
        <Switch
          label={words.trademark}
          isOn={settings.trademark.enabled}
          onChange={(enabled) => change({ trademark: { enabled } })}
        />
      </Group>
      <Group title={words.groups.pages}>
        <Choice
          label={words.locale}
          hint={words.localeHint}
          value={settings.internationalization.locale}
          options={languages}
          onChange={({ target }) => change({ internationalization: { locale: target.value as LanguageCode } })}
        />
        {!isOfSpace &&
          pick(words.assistant, settings.ai.mode, words.assistants, (mode) => change({ ai: { ...settings.ai, mode } }))}
        {pick(words.externalLinks, settings.externalLinks.target, words.externalTargets, (target) =>
          change({ externalLinks: { ...settings.externalLinks, target } }),
        )}
        {switches
          .filter((name) => !isOfSpace || name !== 'insights')
          .map((name) => (
            <Switch
              key={name}
              label={words.switches[name]}
              isOn={settings[name].enabled}
              onChange={(enabled) => change({ [name]: { ...settings[name], enabled } })}
            />
          ))}
        <Switch
          label={words.editLink}
          isOn={settings.git.showEditLink}
          onChange={(showEditLink) => change({ git: { showEditLink } })}
        />
        <Switch
          label={words.author}
          isOn={settings.metadata.showAuthor}
          onChange={(showAuthor) => change({ metadata: { showAuthor } })}
        />
      </Group>
    </>
  )
}

const switches = ['pagination', 'feedback', 'pdf', 'insights'] as const

const Group = ({ title, isOpen, children }: { title: string; isOpen?: boolean; children: ReactNode }) => (
  <details className={styles.group} open={isOpen}>
    <summary>{title}</summary>
    <div>{children}</div>
  </details>
)
