const WIDTHS = ['60%', '45%', '70%', '52%', '64%', '40%', '58%', '48%']

/** Stands for the places until register has answered. */
export const LoadingSidebar = () => (
  <div aria-hidden="true">
    {WIDTHS.map((width) => (
      <div key={width} class="nv">
        <span class="sk" style={{ inlineSize: width }} />
      </div>
    ))}
  </div>
)
