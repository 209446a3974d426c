import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.featureprobe.sdk.server.FPConfig;
import com.featureprobe.sdk.server.FPUser;
import com.featureprobe.sdk.server.FeatureProbe;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** An application with the official SDK for Java; applications.ts says what it reads and writes. */
public final class Application {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String CODE_DEFAULT = "code-default";
  private static final double NO_NUMBER = -12345.5;

  public static void main(String[] arguments) throws Exception {
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    // The SDK's log goes to the standard output.
    System.setOut(new PrintStream(PrintStream.nullOutputStream()));
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    FeatureProbe client = null;
    String url = "";
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      JsonNode question = MAPPER.readTree(line);
      if (!question.get("url").asText().equals(url)) {
        if (client != null) closeAside(client);
        client = clientOf(question);
        url = question.get("url").asText();
      }
      ArrayNode rows = MAPPER.createArrayNode();
      for (JsonNode asked : question.get("users")) {
        FPUser user = new FPUser().stableRollout(asked.get("key").asText());
        asked.get("attributes").fields().forEachRemaining(each -> user.with(each.getKey(), each.getValue().asText()));
        ArrayNode row = rows.addArray();
        for (JsonNode toggle : question.get("toggles"))
          row.add(given(client, toggle.get("key").asText(), toggle.get("returnType").asText(), user));
      }
      answers.println(MAPPER.writeValueAsString(rows));
    }
    System.exit(0);
  }

  private static FeatureProbe clientOf(JsonNode question) {
    FPConfig config =
        FPConfig.builder()
            .remoteUri(question.get("url").asText())
            .streamingMode(Duration.ofSeconds(question.get("refreshSeconds").asLong()))
            .startWait(10L, TimeUnit.SECONDS)
            .build();
    return new FeatureProbe(question.get("sdkKey").asText(), config);
  }

  /** It takes three seconds. */
  private static void closeAside(FeatureProbe client) {
    Thread thread =
        new Thread(
            () -> {
              try {
                client.close();
              } catch (Exception exception) {
                throw new IllegalStateException(exception);
              }
            });
    thread.start();
  }

  private static String given(FeatureProbe client, String key, String type, FPUser user) throws Exception {
    try {
      Object value = valueOf(client, key, type, user);
      return CODE_DEFAULT.equals(value) ? CODE_DEFAULT : MAPPER.writeValueAsString(value);
    } catch (StackOverflowError | RuntimeException thrown) {
      return "throws";
    }
  }

  private static Object valueOf(FeatureProbe client, String key, String type, FPUser user) {
    switch (type) {
      case "boolean":
        boolean value = client.boolValue(key, user, true);
        return value == client.boolValue(key, user, false) ? value : CODE_DEFAULT;
      case "number":
        double number = client.numberValue(key, user, NO_NUMBER);
        return number == NO_NUMBER ? CODE_DEFAULT : number;
      case "string":
        return client.stringValue(key, user, CODE_DEFAULT);
      default:
        return client.jsonValue(key, user, (Object) CODE_DEFAULT, Object.class);
    }
  }
}
