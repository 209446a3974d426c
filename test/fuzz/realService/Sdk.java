import com.featureprobe.sdk.server.FPUser;
import com.featureprobe.sdk.server.model.Repository;
import com.featureprobe.sdk.server.model.Toggle;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.Map;

/** Asks the official SDK for Java, with it and what it depends on in the class path; sdks.ts says what is read and written. */
public final class Sdk {
  /** No value is the same object. */
  private static final Object CODE_DEFAULT = new Object();
  private static final Map<String, Class<?>> TYPES =
      Map.of("string", String.class, "boolean", Boolean.class, "number", Double.class);

  public static void main(String[] arguments) throws Exception {
    ObjectMapper mapper = new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    JsonNode question = mapper.readTree(System.in);
    Repository repository = mapper.readValue(question.get("data").asText(), Repository.class);
    ArrayNode answers = mapper.createArrayNode();
    for (JsonNode asked : question.get("users")) {
      FPUser user = new FPUser(asked.get("key").asText());
      asked.get("attributes").fields().forEachRemaining(each -> user.with(each.getKey(), each.getValue().asText()));
      ArrayNode row = answers.addArray();
      for (JsonNode toggle : question.get("toggles"))
        row.add(given(mapper, repository, toggle.get("key").asText(), toggle.get("returnType").asText(), user));
    }
    System.out.println(mapper.writeValueAsString(answers));
  }

  /** As its client does (genericEvaluate): what is thrown, and a value of another type, give the default. */
  private static String given(ObjectMapper mapper, Repository repository, String key, String type, FPUser user)
      throws Exception {
    Toggle toggle = repository.getToggles().get(key);
    if (toggle == null) return "code-default";
    Object value;
    try {
      value = toggle.eval(user, repository.getToggles(), repository.getSegments(), CODE_DEFAULT, 20).getValue();
    } catch (StackOverflowError error) {
      return "throws";
    } catch (Exception exception) {
      return "code-default";
    }
    if (value == CODE_DEFAULT) return "code-default";
    Class<?> wanted = TYPES.get(type);
    boolean isNumber = wanted == Double.class && (value instanceof Integer || value instanceof Double);
    boolean isWanted = wanted == null || value == null || wanted.isInstance(value) || isNumber;
    return isWanted ? mapper.writeValueAsString(value) : "code-default";
  }
}
