/** Two leaves that face each other: people who talk. */
export const Logo = () => (
  <svg class="logo" viewBox="0 0 26 26" aria-hidden="true">
    <rect width="26" height="26" rx="7.5" fill="var(--c-accent)" />
    <path d="M6.5 18.8V10a4.2 4.2 0 0 1 4.2-4.2h1.6v8.4h-1.6c-1.5 0-2.4.5-2.4 2.1z" fill="var(--c-on-accent)" />
    <path
      d="M19.5 7.2V16a4.2 4.2 0 0 1-4.2 4.2h-1.6v-8.4h1.6c1.5 0 2.4-.5 2.4-2.1z"
      fill="var(--c-on-accent)"
      opacity=".62"
    />
  </svg>
)
