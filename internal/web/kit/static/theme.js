// Applies the theme and the density that were chosen in this browser. It runs
// before anything is drawn, and again when another tab chooses.
{
  const root = document.documentElement;
  const apply = () => {
    for (const name of ["theme", "density"]) {
      const chosen = localStorage.getItem(`kontor.${name}`);
      if (chosen) root.dataset[name] = chosen;
      else delete root.dataset[name];
    }
  };
  try {
    apply();
    addEventListener("storage", apply);
  } catch {
    // A browser that keeps nothing shows what the device asks for.
  }
}
