package mail

import (
	"html/template"
	"maps"
	"slices"
	"strings"
)

// The shop's colours in light and dark mode, as on its pages.
var (
	light = strings.NewReplacer("$paper", "#faf7f2", "$card", "#fffdfa", "$ink", "#2a2521", "$muted", "#6b6259",
		"$line", "#e4dccf", "$accent", "#9c3a26", "$onaccent", "#fffdfa", "$amber", "#8a5a00", "$note", "#f6efe3")
	dark = strings.NewReplacer("$paper", "#1d1916", "$card", "#272220", "$ink", "#f0e9df", "$muted", "#b5a99b",
		"$line", "#3d3630", "$accent", "#e79a82", "$onaccent", "#2b120b", "$amber", "#e3b257", "$note", "#322b26")
)

const (
	sans  = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;"
	serif = "font-family:ui-serif,Georgia,serif;font-weight:600;line-height:1.25;"
)

// styles are those of a message's elements. Mail programs expect inline styles; an
// element's class adds its colours for dark mode.
var styles = map[string]string{
	"page":   "margin:0;padding:0;background:$paper;color:$ink;" + sans + "font-size:16px;line-height:1.5",
	"desk":   "background:$paper;padding:24px 12px",
	"sheet":  "max-width:600px;margin:0 auto;text-align:left",
	"brand":  serif + "font-size:18px;color:$accent;padding:0 4px 12px",
	"card":   "background:$card;border:1px solid $line;border-radius:6px;padding:28px 28px 24px;overflow-wrap:anywhere",
	"title":  serif + "font-size:22px;color:$ink;margin:0 0 16px",
	"head":   serif + "font-size:18px;color:$ink;margin:28px 0 8px",
	"p":      "margin:0 0 12px;color:$ink",
	"last":   "margin:0;color:$ink",
	"after":  "margin:24px 0 12px;color:$ink",
	"small":  "margin:0 0 8px;font-size:14px;color:$muted",
	"under":  "font-size:14px;font-weight:400;color:$muted;font-variant-numeric:tabular-nums",
	"table":  "width:100%;border-collapse:collapse;color:$ink",
	"sums":   "width:100%;border-collapse:collapse;color:$ink;margin-top:8px",
	"left":   "padding:8px 12px 8px 0;border-bottom:1px solid $line;text-align:left;vertical-align:top",
	"right":  "padding:8px 0;border-bottom:1px solid $line;text-align:right;vertical-align:top;white-space:nowrap;font-variant-numeric:tabular-nums",
	"label":  "padding:4px 12px 4px 0;text-align:left;vertical-align:top;color:$muted",
	"term":   "width:45%;padding:4px 12px 4px 0;text-align:left;vertical-align:top;font-weight:400;color:$muted",
	"value":  "padding:4px 0;text-align:left;vertical-align:top;font-variant-numeric:tabular-nums",
	"half":   "width:50%;padding:0 12px 12px 0;text-align:left;vertical-align:top",
	"pair":   "margin:0 0 8px;color:$ink;font-variant-numeric:tabular-nums",
	"sum":    "padding:4px 0;text-align:right;vertical-align:top;white-space:nowrap;font-variant-numeric:tabular-nums",
	"total":  "padding:10px 12px 0 0;text-align:left;font-weight:600;font-size:18px;vertical-align:top",
	"totalr": "padding:10px 0 0;text-align:right;font-weight:600;font-size:18px;vertical-align:top;white-space:nowrap;font-variant-numeric:tabular-nums",
	"hint":   "margin:0 0 16px;padding:10px 14px;border-left:4px solid $amber;background:$note;color:$ink",
	"code":   "width:180px;height:180px;border:8px solid #ffffff;border-radius:6px;background:#ffffff",
	"button": "display:inline-block;margin:8px 0 4px;padding:10px 20px;border-radius:6px;background:$accent;color:$onaccent;font-weight:600;text-decoration:none",
	"link":   "color:$accent",
	"foot":   "padding:16px 4px 0;font-size:14px;color:$muted",
	"hidden": "display:none;max-height:0;overflow:hidden",
}

// attributes are the styles as HTML attributes, by name.
var attributes = func() map[string]template.HTMLAttr {
	all := make(map[string]template.HTMLAttr)
	for name, style := range styles {
		all[name] = template.HTMLAttr(`class="` + name + `" style="` + light.Replace(style) + `"`)
	}
	return all
}()

// styled returns the attributes that style an element.
func styled(name string) template.HTMLAttr { return attributes[name] }

// darkRules are the style rules for dark mode.
var darkRules = func() template.CSS {
	var rules strings.Builder
	for _, name := range slices.Sorted(maps.Keys(styles)) {
		for declaration := range strings.SplitSeq(styles[name], ";") {
			if strings.Contains(declaration, "$") {
				rules.WriteString("." + name + "{" + dark.Replace(declaration) + "!important}\n")
			}
		}
	}
	return template.CSS(rules.String())
}()
