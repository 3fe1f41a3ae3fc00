import styles from './logo.module.css'

/** The name of the product beside its sign: a fold of sheets. */
export const Logo = () => (
  <span className={styles.logo}>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 5.5 12 3v15.5L4 21z" fill="var(--primary)" />
      <path d="M12 3l8 2.5V21l-8-2.5z" fill="var(--primary)" opacity=".55" />
    </svg>
    Quire
  </span>
)
