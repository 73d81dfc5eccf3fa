import { formatAmount, formatDateTime, formatRaw } from "@/domain/format";
import { type AreaUnit, areaUnit, canChooseArea } from "@/domain/reader/area";
import { setDisplay, useDisplay } from "@/state/preferences";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Select } from "@/ui/form/select";
import { Panel } from "@/ui/page/panel";
import css from "./profile.module.css";

const OF_BROWSER = "browser";
const LOCALES: readonly { readonly value: string; readonly label: string }[] = [
  { value: OF_BROWSER, label: "Browser default" },
  { value: "en-US", label: "English (US)" },
  { value: "en-GB", label: "English (UK)" },
  { value: "en-CA", label: "English (Canada)" },
  { value: "en-AU", label: "English (Australia)" },
  { value: "de-DE", label: "Deutsch" },
  { value: "es-ES", label: "Español" },
  { value: "es-MX", label: "Español (México)" },
  { value: "fr-FR", label: "Français" },
  { value: "pt-BR", label: "Português (Brasil)" },
  { value: "ja-JP", label: "日本語" },
  { value: "zh-CN", label: "简体中文" },
];

const AREAS: readonly { readonly value: AreaUnit; readonly label: string }[] = [
  { value: "sqft", label: "Square feet" },
  { value: "sqm", label: "Square meters" },
];

const SAMPLE_S = Date.UTC(2026, 1, 4, 14, 5) / 1000;
const SAMPLE_E2 = 123_456_78n;
const SAMPLE_SQFT_E6 = 1_800_000_000n;

/** How this browser writes dates, numbers and areas; kept here, not in the profile. */
export function DisplayPanel() {
  const display = useDisplay();
  const value = display.locale ?? OF_BROWSER;
  const isListed = LOCALES.some((option) => option.value === value);
  return (
    <Panel title="Dates, numbers and areas">
      <div className={css["form"]}>
        <Select
          label="Format"
          options={isListed ? LOCALES : [...LOCALES, { value, label: value }]}
          value={value}
          onChange={(chosen) =>
            setDisplay({ ...display, locale: chosen === OF_BROWSER ? null : chosen })
          }
        />
        {canChooseArea() ? (
          <Select
            label="Area"
            options={AREAS}
            value={display.area}
            onChange={(area) => setDisplay({ ...display, area })}
          />
        ) : null}
        <p className="quiet">
          For this browser. Numbers always have a decimal point, as amount fields do. Downloads keep
          square feet, the unit that the markets trade in.
        </p>
        <Facts look="bare">
          <FactLine label="Date">
            <span className="figures">{formatDateTime(SAMPLE_S)}</span>
          </FactLine>
          {canChooseArea() ? (
            <FactLine label="Area">
              <span className="figures">
                {formatAmount(SAMPLE_SQFT_E6, "SizeE6")} {areaUnit("sqft")}
              </span>
            </FactLine>
          ) : null}
          <FactLine label="Number">
            <span className="figures">{formatRaw(SAMPLE_E2, 2)}</span>
          </FactLine>
        </Facts>
      </div>
    </Panel>
  );
}
