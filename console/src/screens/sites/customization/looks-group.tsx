import { Switch } from '../../../parts/field.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { ColourPair } from './colour-pair.tsx'
import styles from './customization.module.css'
import { FontChoice } from './font-choice.tsx'
import { Group, NamedChoice, type SettingsProps } from './setting-fields.tsx'

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

const colours = ['infoColor', 'successColor', 'warningColor', 'dangerColor'] as const

/** The settings for how pages look. */
export function LooksGroup({ settings, change, isOfSpace }: SettingsProps) {
  const words = useWordsOf('customization')
  const { styling, themes } = settings
  const style = (fields: Partial<typeof styling>) => change({ styling: { ...styling, ...fields } })
  return (
    <Group title={words.groups.looks}>
      <NamedChoice
        label={words.look}
        value={styling.theme}
        names={words.looks}
        onChange={(theme) => style({ theme })}
      />
      <NamedChoice
        label={words.corners}
        value={styling.corners}
        names={words.cornerKinds}
        onChange={(corners) => style({ corners })}
      />
      <NamedChoice
        label={words.depth}
        value={styling.depth}
        names={words.depths}
        onChange={(depth) => style({ depth })}
      />
      <NamedChoice
        label={words.background}
        value={styling.background}
        names={words.backgrounds}
        onChange={(background) => style({ background })}
      />
      <NamedChoice
        label={words.sidebar}
        value={styling.sidebar.background}
        names={words.sidebars}
        onChange={(background) => style({ sidebar: { ...styling.sidebar, background } })}
      />
      <NamedChoice
        label={words.sidebarList}
        value={styling.sidebar.list}
        names={words.sidebarLists}
        onChange={(list) => style({ sidebar: { ...styling.sidebar, list } })}
      />
      <NamedChoice
        label={words.links}
        value={styling.links}
        names={words.linkKinds}
        onChange={(links) => style({ links })}
      />
      <NamedChoice
        label={words.icons}
        value={styling.icons}
        names={words.iconKinds}
        onChange={(icons) => style({ icons })}
      />
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
          {colours.map((name) => (
            <ColourPair
              key={name}
              label={words.coloursOfHints[name]}
              value={styling[name]}
              onChange={(colour) => style({ [name]: colour })}
            />
          ))}
        </div>
      </details>
      <NamedChoice
        label={words.defaultTheme}
        value={themes.default}
        names={{ light: themes.toggeable ? words.asSystem : words.themes.light, dark: words.themes.dark }}
        onChange={(one) => change({ themes: { ...themes, default: one } })}
      />
      <Switch
        label={words.themeSwitch}
        isOn={themes.toggeable}
        onChange={(toggeable) => change({ themes: { ...themes, toggeable } })}
      />
    </Group>
  )
}
