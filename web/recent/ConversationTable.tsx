import type { ComponentChildren } from 'preact'
import { t } from '../kernel/texts.ts'

/** The table of the lists of conversations. Nothing becomes read by looking at it. */
export const ConversationTable = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div class="scroll" data-region>
    <table class="tbl list" aria-label={name}>
      <thead>
        <tr>
          <th scope="col">{t('table.conversation')}</th>
          <th scope="col" class="hide-phone">
            {t('table.people')}
          </th>
          <th scope="col" class="num">
            {t('table.latest')}
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
